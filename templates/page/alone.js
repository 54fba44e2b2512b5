"use strict";
(function () {
  const spoken = JSON.parse(document.getElementById("words").textContent), limits = JSON.parse(document.getElementById("limits").textContent);
  const language = [location.hash.slice(1), ...navigator.languages].map(each => each.slice(0, 2)).find(each => each in spoken) || "en";
  const words = spoken[language], front = document.getElementById("front");
  document.documentElement.lang = language;
  document.title = `${words.title} · Hexmeister`;
  front.replaceChildren(document.getElementById(`in-${language}`).content.cloneNode(true));
{% include "choosing.js" %}
  for (const each of Object.keys(spoken).filter(each => each !== language)) {
    const way = element("a", spoken[each].language, $("languages"));
    way.href = `#${each}`; way.lang = way.hreflang = each;
  }
  $("languages").setAttribute("aria-label", words.languages);
  for (const [id, text] of [["back", words.back], ["save", words.save], ["data", words.data]]) $(id).textContent = text;
  $("film").title = words.report;
  addEventListener("hashchange", () => { if (location.hash.slice(1) in spoken) location.reload(); });

  // The judge works beside the page, in a worker that is made from what the page brings; whoever stops it gets a new one.
  const packed = id => $(id).textContent.trim();
  const unpacked = async id => {
    const content = Uint8Array.from(atob(packed(id)), letter => letter.charCodeAt(0));
    return new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const source = unpacked("judge").then(text => URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
  const hired = () => {
    const waiting = new Map();
    let number = 0, ended = false, worker = null;
    const fail = why => { for (const [, failed] of waiting.values()) failed(new Error(why)); waiting.clear(); };
    const began = source.then(address => {
      if (ended) return;
      worker = new Worker(address);
      worker.addEventListener("error", event => { event.preventDefault(); fail(words.crash); });
      worker.addEventListener("message", ({data}) => {
        if (data.stage) return heard(data);
        const [done, failed] = waiting.get(data.id) || [];
        waiting.delete(data.id);
        if (done) data.fault === undefined ? done(data.told) : failed(new Error(`${data.early ? words.old : words.crash} (${data.fault})`));
      });
    });
    const order = (name, ...asked) => began.then(() => new Promise((done, failed) => {
      waiting.set(++number, [done, failed]);
      worker.postMessage({id: number, name, asked});
    }));
    const ready = order("begin", packed("wasm"), packed("library"), packed("program"));
    ready.catch(() => {});
    return {order: (...asked) => ready.then(() => order(...asked)), end: () => { ended = true; if (worker) worker.terminate(); fail(""); }};
  };
  let judge = hired(), halted = null;
  const heard = told => {
    if (!busy) return;
    if ($("state").textContent !== words[told.stage]) say(words[told.stage]);
    if (told.of) $("bar").value = told.done; else $("bar").removeAttribute("value");
  };

  const check = async () => {
    if (chosen.reduce((size, each) => size + each.file.size, 0) > limits.together) { complain(words.large); return; }
    busy = true; complain(""); say(words.unpacking); $("bar").hidden = $("stop").hidden = false; $("bar").removeAttribute("value"); show(); reveal("bar");
    const stopped = new Promise((_, failed) => { halted = () => failed(null); });
    try {
      const logs = await Promise.all(chosen.map(async each => [each.name, new Uint8Array(await each.file.arrayBuffer())]));
      const told = JSON.parse(await Promise.race([judge.order("check", logs), stopped]));
      if (told.errors) throw new Error(told.errors[language].join("\n"));
      const verdict = ["illegal", "undecided", "observations"].map(kind => `${told.summary[kind]} × ${words[kind]}`).join(" · ");
      say(`${verdict}. ${words.filming} …`);  // the film takes longer than the verdict
      $("bar").removeAttribute("value");
      const report = await Promise.race([judge.order("report", language, true), stopped]);
      say(verdict);
      open(report);
    } catch (error) {
      say(error ? "" : words.stopped);
      if (error) complain(error.message);
    }
    const pressed = document.activeElement === $("stop");
    busy = false; halted = null; $("bar").hidden = $("stop").hidden = true; show();
    if (pressed) $("check").focus();
  };
  $("check").addEventListener("click", check);
  $("stop").addEventListener("click", () => { if (halted) { halted(); judge.end(); judge = hired(); } });

  // The report is a page of its own within this one, which may ask what a unit may do.
  let film = "";
  const open = report => {
    shut();
    film = URL.createObjectURL(new Blob([report], {type: "text/html"}));
    const fresh = $("film").cloneNode(false);  // one that went elsewhere before would have its own way back
    fresh.src = film;
    $("film").replaceWith(fresh);
    turn(true);
    history.pushState({report: true}, "");
    $("film").focus();
  };
  const turn = there => { front.hidden = $("languages").hidden = there; $("report").hidden = !there; document.body.classList.toggle("reads", there); };
  const shut = () => { if (film) URL.revokeObjectURL(film); film = ""; };
  addEventListener("popstate", event => turn(Boolean(event.state && event.state.report && film)));
  $("back").addEventListener("click", () => { history.back(); });
  addEventListener("message", event => {
    const asked = event.data && event.data.asked, port = event.ports[0];
    if (event.source !== $("film").contentWindow || !Array.isArray(asked) || !port) return;
    const refuse = why => port.postMessage({text: Object.fromEntries(Object.entries(spoken).map(([each, its]) => [each, its[why]]))});
    judge.order("ask", language, ...asked).then(told => { const found = JSON.parse(told); if (found.answer) port.postMessage(found); else refuse("mute"); }, () => refuse("unanswered"));
  });
  const give = (content, kind, ending) => {
    const way = document.createElement("a");
    way.href = URL.createObjectURL(new Blob([content], {type: kind}));
    way.download = chosen[0].name.replace(/[.][^.]*$/, "") + ending;
    way.click();
    setTimeout(() => URL.revokeObjectURL(way.href), 60000);
  };
  $("save").addEventListener("click", async () => give(await judge.order("report", language, false), "text/html", ".html"));
  $("data").addEventListener("click", async () => give(await judge.order("record", language), "application/json", ".json"));
  show();
})();
