"use strict";
(function () {
  const $ = id => document.getElementById(id);
  const film = JSON.parse($("film").textContent), words = JSON.parse($("words").textContent);
  const NS = "http://www.w3.org/2000/svg", MOVED = "#c01008";
  const make = (name, attributes, parent, text) => {
    const node = document.createElementNS(NS, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent.appendChild(node);
    return node;
  };

  // The land, drawn once.
  const place = {};
  let width = 0, height = 0;
  for (const [name, x, y] of film.map.cells) { place[name] = [x, y]; width = Math.max(width, x + 45); height = Math.max(height, y + 45); }
  const map = $("map"), svg = make("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": film.map.title}, map);
  const around = (x, y) => film.map.outline.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(" ");
  const line = (one, other, look) => make("line", {x1: place[one][0], y1: place[one][1], x2: place[other][0], y2: place[other][1], ...look}, look.on);
  for (const [name, x, y, ground, level] of film.map.cells) {
    make("polygon", {points: around(x, y), fill: film.map.grounds[ground], stroke: "#a79f86", "stroke-width": ".7"}, svg);
    if (level > 0) make("circle", {cx: x, cy: y, r: 6 + 3 * level, fill: "#b98d4b", opacity: ".28"}, svg);
    make("text", {x, y: y - 18, "font-size": "8", "text-anchor": "middle", fill: "#575140"}, svg, name);
  }
  for (const [one, other] of film.map.roads) if (place[one] && place[other]) line(one, other, {stroke: "#c9a368", "stroke-width": "3", "stroke-linecap": "round", on: svg});
  for (const [name, at] of film.map.places) if (place[at]) make("text", {x: place[at][0], y: place[at][1] + 25, "font-size": "10", "font-weight": "700", "text-anchor": "middle", fill: "#4a3b2c", stroke: "#f3f0dc", "stroke-width": "2.5", "paint-order": "stroke"}, svg, name);
  const trail = make("g", {}, svg), layer = make("g", {}, svg);

  // The pieces, as they lie after a step.
  const after = n => {
    const at = film.pieces.map(p => p.a), on = film.pieces.map(p => new Set(p.s)), moves = new Map();
    for (let i = 0; i < n; i++) {
      for (const [p, to] of film.steps[i].m) { if (i === n - 1) moves.set(p, [moves.has(p) ? moves.get(p)[0] : at[p], to]); at[p] = to; }
      for (const [p, state, set] of film.steps[i].s) set ? on[p].add(state) : on[p].delete(state);
    }
    return [at, on, moves];
  };
  const marker = (piece, [x, y]) => {
    const group = make("g", {}, layer);
    make("rect", {x: x + 8, y: y + 8, width: 13, height: 9, rx: 1.5, fill: piece.g, stroke: "#222", "stroke-width": .8}, group);
    make("title", {}, group, piece.t);
  };
  const unit = (piece, [left, top], rank, moved, marks) => {
    const x = left - 15 + rank * 4, y = top - 13 + rank * 4, group = make("g", {}, layer);
    make("rect", {x, y, width: 30, height: 26, rx: 3, fill: piece.g, stroke: moved ? MOVED : "#222", "stroke-width": moved ? 3 : .8}, group);
    make("rect", {x, y, width: 30, height: 7, rx: 2, fill: piece.b}, group);
    make("text", {x: x + 15, y: y + 5.6, "font-size": piece.f.length > 8 ? "4.2" : "5.4", "text-anchor": "middle", fill: piece.j}, group, piece.f);
    make("text", {x: x + 15, y: y + 18, "font-size": piece.n.length > 4 ? "6.4" : "8.5", "font-weight": "700", "text-anchor": "middle", fill: piece.i}, group, piece.n);
    if (marks) { make("rect", {x: x + 29 - 6 * marks.length, y: y + 18, width: 6 * marks.length + 1, height: 8, rx: 1.5, fill: "#fff"}, group); make("text", {x: x + 29, y: y + 25, "font-size": "8", "font-weight": "700", "text-anchor": "end", fill: "#a01010"}, group, marks); }
    make("title", {}, group, piece.t + (piece.f ? " (" + piece.f + ")" : "") + (marks ? " " + marks : ""));
  };
  const form = new RegExp(`\\b${film.map.form}\\b`, "g");
  const namedIn = (text, at) => {  // places, and where the pieces lie, that a sentence speaks of
    const units = n => film.pieces[n].t && text.includes(film.pieces[n].t);
    return [...(text.match(form) || []), ...film.pieces.map((piece, n) => units(n) ? at[n] : "")];
  };
  const see = ([x, y]) => {  // brings a place into view where the board is larger than its frame
    const scale = svg.clientWidth / width, [left, top] = [x * scale, y * scale];
    if (left < map.scrollLeft + 40 || left > map.scrollLeft + map.clientWidth - 40) map.scrollLeft = left - map.clientWidth / 2;
    if (top < map.scrollTop + 40 || top > map.scrollTop + map.clientHeight - 40) map.scrollTop = top - map.clientHeight / 2;
  };
  const slider = $("at"), where = $("where"), said = $("said"), here = $("here");
  const items = [...document.querySelectorAll("li[data-kind]")];
  const stepOf = item => { const n = film.steps.findIndex(s => s.l === item.dataset.log && s.n >= +item.dataset.step); return n < 0 ? film.steps.length : n + 1; };
  const stepped = new Map(items.map(item => [item, stepOf(item)]));
  slider.max = film.steps.length;
  const draw = n => {
    const [at, on, moves] = after(n), ranks = {};
    layer.textContent = ""; trail.textContent = "";
    const order = film.pieces.map((piece, i) => i).sort((a, b) => moves.has(a) - moves.has(b));  // who has just moved lies on top
    order.forEach(i => {
      const piece = film.pieces[i], spot = place[at[i]];
      if (!spot) return;
      const rank = ranks[at[i]] = (ranks[at[i]] ?? -1) + 1;
      piece.k ? marker(piece, spot) : unit(piece, spot, rank, moves.has(i), [...on[i]].join(""));
    });
    for (const [from, to] of moves.values()) if (place[from] && place[to] && from !== to) line(from, to, {stroke: MOVED, "stroke-width": "3", "stroke-dasharray": "6 4", on: trail});
    const step = film.steps[n - 1], found = items.filter(item => stepped.get(item) === n);
    const spoken = [step ? step.c : "", ...found.map(item => item.querySelector(".said").textContent)].join(" ");
    const meant = [...new Set([...[...moves.values()].map(([, to]) => to), ...namedIn(spoken, at)])].filter(name => place[name]);
    for (const name of meant) make("circle", {cx: place[name][0], cy: place[name][1], r: 27, fill: "none", stroke: "#0b3d91", "stroke-width": "3"}, trail);
    if (meant.length) see(place[meant[0]]);
    where.textContent = n + " / " + film.steps.length + (step ? " · " + step.l + " " + step.n : "");
    said.textContent = step ? step.c : "";
    items.forEach(item => item.classList.toggle("here", found.includes(item)));
    here.textContent = found.length ? words.here + ": " + found.map(item => item.querySelector(".tag").textContent + ", " + item.querySelector(".said").textContent).join(" · ") : "";
    slider.value = n; slider.setAttribute("aria-valuetext", where.textContent);
  };
  let now = 0;
  const go = n => { now = Math.max(0, Math.min(film.steps.length, n)); draw(now); };

  // Ways through the game: slider, buttons, keys, findings.
  const visible = () => items.filter(item => !item.hidden);
  const ways = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => film.steps.length,
    earlier: () => Math.max(0, ...visible().map(item => stepped.get(item)).filter(n => n < now)),
    later: () => Math.min(film.steps.length, ...visible().map(item => stepped.get(item)).filter(n => n > now)),
  };
  slider.addEventListener("input", () => go(+slider.value));
  for (const id in ways) $(id).addEventListener("click", () => go(ways[id]()));
  const keys = {ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last"};
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, #map") || !keys[event.key]) return;
    event.preventDefault();
    go(ways[keys[event.key]]());
  });
  for (const item of items) item.querySelector("button").addEventListener("click", () => { go(stepped.get(item)); $("b").scrollIntoView({block: "start"}); });

  // The size of the board; a phone begins with one that can be read.
  let size = map.clientWidth < 700 ? 2 : 1;
  const resize = by => { size = Math.max(1, Math.min(6, size + by)); svg.style.width = 100 * size + "%"; };
  resize(0);
  $("larger").addEventListener("click", () => resize(1));
  $("smaller").addEventListener("click", () => resize(-1));
  $("print").addEventListener("click", () => window.print());

  // What is shown of the findings.
  const filters = [...document.querySelectorAll("select[data-filter]")], count = $("count");
  const sift = () => {
    for (const item of items) item.hidden = filters.some(each => each.value !== "" && item.dataset[each.dataset.filter] !== each.value);
    if (count) count.textContent = `${visible().length} ${words.of} ${items.length} ${words.shown}`;
  };
  for (const each of filters) each.addEventListener("change", sift);
  sift();
  draw(0);
})();
