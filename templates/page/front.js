"use strict";
(function () {
  const $ = id => document.getElementById(id);
  const words = JSON.parse($("words").textContent), limits = JSON.parse($("limits").textContent);
  const language = document.documentElement.lang;
  const chosen = [];  // each {name, file} or {name, listed}
  let busy = false, running = null;

  const say = text => { $("state").textContent = text; };
  const reveal = id => $(id).scrollIntoView({block: "nearest"});  // what comes next may lie below a long list
  const complain = text => { $("error").textContent = text; $("error").hidden = !text; if (text) reveal("error"); };
  const element = (tag, text, parent) => { const node = document.createElement(tag); node.textContent = text; parent.appendChild(node); return node; };
  const button = (sign, label, parent, press, off) => {
    const node = element("button", sign, parent);
    node.type = "button"; node.setAttribute("aria-label", label); node.title = label; node.disabled = off || busy;
    node.addEventListener("click", press);
    return node;
  };

  const show = focus => {
    $("logs").textContent = "";
    chosen.forEach((each, i) => {
      const item = element("li", "", $("logs"));
      element("span", each.name, item).className = "name";
      const swap = by => () => { [chosen[i], chosen[i + by]] = [chosen[i + by], chosen[i]]; show([i + by, by]); };
      const ways = [
        button("▲", `${words.up}: ${each.name}`, item, swap(-1), i === 0),
        button("▼", `${words.down}: ${each.name}`, item, swap(1), i === chosen.length - 1),
        button("✕", `${words.remove}: ${each.name}`, item, () => { chosen.splice(i, 1); show(chosen.length ? [Math.min(i, chosen.length - 1), 0] : null); if (!chosen.length) $("files").focus(); }),
      ];
      if (focus && focus[0] === i) (ways.find((way, n) => !way.disabled && n === {"-1": 0, "1": 1, "0": 2}[focus[1]]) || ways.find(way => !way.disabled)).focus();
    });
    $("none").hidden = chosen.length > 0;
    $("check").disabled = busy || !chosen.length;
    $("files").disabled = busy;
  };

  const add = entries => {
    complain("");
    const fit = entries.filter(each => /\.(vlog|vsav)$/i.test(each.name));
    if (fit.length < entries.length) complain(words.kind);
    const light = fit.filter(each => !each.file || each.file.size <= limits.log);
    if (light.length < fit.length) complain(words.large);
    light.sort((one, other) => one.name.localeCompare(other.name, undefined, {numeric: true}));
    chosen.push(...light);
    if (chosen.length > limits.logs) { chosen.length = limits.logs; complain(words.many); }
    show();
    if (light.length) reveal($("error").hidden ? "check" : "error");
  };
  const taken = files => add([...files].map(file => ({name: file.name, file})));

  $("files").addEventListener("change", () => { taken($("files").files); $("files").value = ""; });
  for (const kind of ["dragover", "drop", "dragleave"]) document.addEventListener(kind, event => {
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop" && !busy) taken(event.dataTransfer.files);
  });
  if ($("take")) $("take").addEventListener("click", () => {
    const boxes = [...document.querySelectorAll("input[name=listed]:checked")];
    add(boxes.map(box => ({name: box.dataset.shown, listed: box.value})));
    for (const box of boxes) box.checked = false;
  });

  const ask = async (method, way, body) => {
    const settings = {method, credentials: "omit", cache: "no-store"};
    if (body) { settings.body = body; settings.headers = {"Content-Type": "application/octet-stream"}; }
    let answer;
    try { answer = await fetch("../" + way, settings); } catch { throw new Error(words.lost); }
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.text[language]);
    return told;
  };
  const pause = () => new Promise(done => setTimeout(done, 250));

  const follow = async id => {
    for (;;) {
      const told = await ask("GET", `checks/${id}`);
      const stage = told.state === "running" ? told.stage || "running" : told.state;
      if (told.state === "done") return true;
      if (told.state === "stopped") return false;
      if (told.state === "failed") throw new Error((told.errors[language] || [words.fault]).join("\n"));
      if ($("state").textContent !== words[stage]) say(words[stage]);
      if (told.of) $("bar").value = told.done; else $("bar").removeAttribute("value");
      await pause();
    }
  };
  const check = async () => {
    busy = true; complain(""); say(words.sending); $("bar").hidden = false; $("bar").removeAttribute("value"); show(); reveal("bar");
    try {
      const {id} = await ask("POST", "checks");
      for (const each of chosen) {
        if (each.file) await ask("POST", `checks/${id}/logs/${encodeURIComponent(each.name)}`, new Blob([each.file]));
        else await ask("POST", `checks/${id}/listed/${encodeURIComponent(each.listed)}`);
      }
      await ask("POST", `checks/${id}/start`);
      running = id; $("stop").hidden = false;
      const ended = await follow(id);
      say(ended ? words.done : words.stopped);
      if (ended) location.assign(`../checks/${id}/${language}.html`);
    } catch (error) {
      say(""); complain(error.message);
    }
    const stopped = document.activeElement === $("stop");
    busy = false; running = null; $("bar").hidden = true; $("stop").hidden = true; show();
    if (stopped) $("check").focus();
    past();
  };
  $("check").addEventListener("click", check);
  $("stop").addEventListener("click", () => { if (running) ask("POST", `checks/${running}/stop`).catch(error => complain(error.message)); });

  const past = async () => {
    const checks = (await ask("GET", "checks")).filter(each => each.state === "done");
    $("checks").textContent = "";
    for (const each of checks) {
      const way = element("a", each.logs.join(", "), element("li", "", $("checks")));
      way.href = `../checks/${each.id}/${language}.html`;
      way.parentNode.append(" " + ["illegal", "undecided", "observations"].map(kind => `${each.summary[kind]} × ${words[kind]}`).join(" · "));
    }
    $("past").hidden = !checks.length;
  };
  window.addEventListener("pageshow", () => past().catch(error => complain(error.message)));
  show();
})();
