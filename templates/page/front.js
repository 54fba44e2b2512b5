"use strict";
(function () {
  const words = JSON.parse(document.getElementById("words").textContent), limits = JSON.parse(document.getElementById("limits").textContent);
  const language = document.documentElement.lang;
  let running = null;
{% include "choosing.js" %}
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
