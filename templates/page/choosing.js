  // Which logs are checked, in which order: the list that every page of this kind begins with.
  const $ = id => document.getElementById(id);
  const chosen = [];  // each {name, file} or {name, listed}
  let busy = false;

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
