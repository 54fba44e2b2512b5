"use strict";
(function () {
  const $ = id => document.getElementById(id);
  const film = JSON.parse($("film").textContent), words = JSON.parse($("words").textContent);
  const NS = "http://www.w3.org/2000/svg";
  const make = (tag, attributes, parent, text) => {
    const node = document.createElement(tag);
    for (const key in attributes) key === "class" ? node.className = attributes[key] : node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.appendChild(node);
    return node;
  };
  const draw = (tag, attributes, parent) => {
    const node = document.createElementNS(NS, tag);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.appendChild(node);
    return node;
  };

  // The board: the map in its own size, the pieces on it in the same measure.
  const map = $("map"), land = $("land"), ground = $("ground"), trail = $("trail"), layer = $("pieces"), sheet = $("sheet");
  const wide = Math.min(2600, film.board.w), scale = wide / film.board.w, high = film.board.h * scale;
  land.style.width = wide + "px";
  land.style.height = high + "px";
  trail.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  const address = sheet && URL.createObjectURL(new Blob([Uint8Array.from(atob(sheet.src.split(",")[1]), c => c.charCodeAt(0))], {type: "image/webp"}));
  if (address) document.styleSheets[0].insertRule(`.sprite { background-image: url("${address}"); }`, document.styleSheets[0].cssRules.length);
  const counter = (() => {  // how large a piece of the game usually is
    const sizes = film.looks.flatMap(look => look.slice(1, 2)).filter(part => typeof part[0] === "number").map(part => film.sprites[part[0]][4] * scale).sort((a, b) => a - b);
    return sizes.length ? sizes[Math.floor(sizes.length / 2)] : 44;
  })();

  // A look: pictures and writings, each where it lies beside the middle of the piece.
  const paint = (look, parent, size) => {
    const parts = film.looks[look].slice(1);
    let box = [0, 0];
    for (const part of parts) {
      const node = make("span", {"aria-hidden": "true"}, parent);
      if (typeof part[0] === "string") {
        const [text, x, y, points, colour, ground, across, down] = part;
        node.className = "text";
        node.textContent = text;
        node.style.cssText = "";
        node.style.fontSize = points * size + "px";
        node.style.color = colour || "#000";
        if (ground) node.style.background = ground;
        const left = {l: -box[0] / 2, c: 0, r: box[0] / 2}[across] + x * size, top = {t: -box[1] / 2, c: 0, b: box[1] / 2}[down] + y * size;
        node.style.left = left + "px";
        node.style.top = top + "px";
        node.style.transform = `translate(${{l: "0", c: "-50%", r: "-100%"}[across]}, ${{t: "0", c: "-50%", b: "-100%"}[down]})`;
        continue;
      }
      const [sprite, dx, dy, larger = 1, turn = 0, corner = 0] = part, [sx, sy, sw, sh, across, down] = film.sprites[sprite];
      const w = across * size * larger, h = down * size * larger, zoom = w / sw;
      if (!box[0]) box = [w, h];
      node.className = "sprite";
      node.style.width = w + "px";
      node.style.height = h + "px";
      node.style.left = dx * size - (corner ? 0 : w / 2) + "px";
      node.style.top = dy * size - (corner ? 0 : h / 2) + "px";
      node.style.backgroundSize = sheet.naturalWidth * zoom + "px auto";
      node.style.backgroundPosition = `${-sx * zoom}px ${-sy * zoom}px`;
      if (turn) node.style.transform = `rotate(${turn}deg)`;
    }
    return box;
  };
  const card = (look, width, parent) => {  // a look by itself, as wide as asked
    const first = film.looks[look].slice(1).find(part => typeof part[0] === "number");
    const holder = make("span", {class: "card"}, parent);
    if (!first) return holder;
    const [, , , , across, down] = film.sprites[first[0]], size = width / across, inner = make("span", {}, holder);
    holder.style.width = width + "px";
    holder.style.height = down * size + "px";
    inner.style.left = width / 2 + "px";
    inner.style.top = down * size / 2 + "px";
    paint(look, inner, size);
    return holder;
  };

  // How everything lies after each step; every so many steps are remembered whole.
  const EACH = 25, frames = [];
  const lay = (lies, moves) => { for (const [piece, ...at] of moves) at.length ? lies.set(piece, at) : lies.delete(piece); return lies; };
  const after = n => {
    const known = Math.floor(n / EACH);
    while (frames.length <= known) {
      if (!frames.length) { frames.push(lay(new Map(), film.start)); continue; }
      const lies = new Map(frames[frames.length - 1]);
      for (let i = (frames.length - 1) * EACH; i < frames.length * EACH; i++) lay(lies, film.steps[i].m);
      frames.push(lies);
    }
    const lies = new Map(frames[known]);
    for (let i = known * EACH; i < n; i++) lay(lies, film.steps[i].m);
    return lies;
  };
  const cards = new Map();  // by unit, the piece that is its card
  film.pieces.forEach((piece, i) => { if (piece.k === "card" && piece.u) cards.set(piece.u, i); });
  const isCard = i => film.pieces[i].k === "card";
  const spots = new Map();  // places by name, as far as a piece ever lay there
  for (const moves of [film.start, ...film.steps.map(step => step.m)]) for (const [, x, y, , , place] of moves) if (place >= 0 && film.places[place] && film.places[place][0] && !spots.has(film.places[place][0])) spots.set(film.places[place][0], [x * scale, y * scale]);
  const placed = place => place < 0 ? "" : film.places[place][0] || film.places[place][1];
  const named = (i, at) => film.pieces[i].t + (at && film.looks[at[3]][0] ? " (" + film.looks[at[3]][0] + ")" : "");

  // Pieces on the board.
  const nodes = new Map();
  const show = (lies, moved, meant) => {
    const piles = new Map();
    for (const [i, at] of lies) if (!isCard(i)) { const key = at[0] + "," + at[1]; piles.has(key) ? piles.get(key).push(i) : piles.set(key, [i]); }
    for (const [i, node] of nodes) if (!lies.has(i)) { node.remove(); nodes.delete(i); }
    for (const pile of piles.values()) {
      const raised = i => moved.has(i) || meant.has(i);  // whoever the moment is about lies on top
      pile.sort((a, b) => raised(a) - raised(b) || lies.get(a)[2] - lies.get(b)[2] || a - b);
      pile.forEach((i, rank) => {
        const at = lies.get(i), off = Math.min(rank, 4) * counter * .085;
        let node = nodes.get(i);
        if (!node) { node = make("div", {class: "piece"}, layer); node.look = -1; nodes.set(i, node); }
        if (node.look !== at[3]) {
          node.textContent = "";
          node.box = paint(at[3], node, scale);
          if (!node.box[0]) { make("span", {class: "blank"}, node, film.pieces[i].t.slice(0, 24)).style.background = film.pieces[i].g || "#f4e9c8"; node.box = [44, 44]; }
          node.look = at[3];
        }
        node.style.left = at[0] * scale + off + "px";
        node.style.top = at[1] * scale - off + "px";
        node.style.zIndex = 10 + rank + Math.round(at[1] * scale / 10) * 5;
        node.dataset.pile = pile.join(" ");
        node.title = named(i, at);
        node.classList.toggle("moved", moved.has(i));
        node.classList.toggle("meant", !moved.has(i) && meant.has(i));
        node.querySelectorAll(".ring, .count").forEach(each => each.remove());
        if (moved.has(i) || meant.has(i)) frame(node, node.box);
        if (pile.length > 1 && rank === pile.length - 1) { const badge = make("b", {class: "count"}, node, pile.length); badge.style.left = node.box[0] / 2 - 10 + "px"; badge.style.top = -node.box[1] / 2 - 14 + "px"; }
      });
    }
  };
  const frame = (node, [w, h]) => {
    const ring = make("span", {class: "ring"}, node);
    ring.style.width = w + 10 + "px"; ring.style.height = h + 10 + "px"; ring.style.left = -w / 2 - 5 + "px"; ring.style.top = -h / 2 - 5 + "px";
  };
  const arrow = (from, to, colour, dashes) => {
    const [x1, y1] = from, [x2, y2] = to, far = Math.hypot(x2 - x1, y2 - y1);
    if (far < 4) return;
    const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far], thick = Math.max(5, counter / 12), head = thick * 3.2, end = dashes ? 0 : counter * .2;
    const [ex, ey] = [x2 - ux * end, y2 - uy * end];
    for (const [stroke, width] of [["#fff", thick + 5], [colour, thick]]) draw("line", {x1, y1, x2: ex - ux * head * .8, y2: ey - uy * head * .8, stroke, "stroke-width": width, "stroke-linecap": "round", ...(dashes ? {"stroke-dasharray": `${thick * 2.2} ${thick * 1.8}`} : {}), opacity: ".92"}, trail);
    draw("polygon", {points: [[ex, ey], [ex - ux * head - uy * head * .55, ey - uy * head + ux * head * .55], [ex - ux * head + uy * head * .55, ey - uy * head - ux * head * .55]].map(point => point.map(Math.round).join()).join(" "), fill: colour, stroke: "#fff", "stroke-width": 2}, trail);
  };
  const target = ([x, y]) => {
    const r = counter * .72;
    for (const [stroke, width] of [["#fff", 12], ["#c01008", 6]]) draw("circle", {cx: x, cy: y, r, fill: "none", stroke, "stroke-width": width}, trail);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) draw("line", {x1: x + dx * r * .8, y1: y + dy * r * .8, x2: x + dx * r * 1.2, y2: y + dy * r * 1.2, stroke: "#c01008", "stroke-width": 6}, trail);
  };
  const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
  const roll = dice => {
    const box = $("dice");
    box.textContent = "";
    for (const [button, ...faces] of dice || []) for (const face of faces.slice(0, 20)) {
      const six = face > 0 && face < 7 && !/d(?!6)\d/.test(button), svg = draw("svg", {viewBox: "0 0 40 40", class: "die", role: "img", "aria-label": String(face)}, box);
      draw("rect", {x: 1, y: 1, width: 38, height: 38, rx: 8, fill: "#fdfbf5", stroke: "#222", "stroke-width": 1.5}, svg);
      if (six) for (const pip of PIPS[face]) draw("circle", {cx: 10 + pip % 3 * 10, cy: 10 + Math.floor(pip / 3) * 10, r: 3.7, fill: "#16191c"}, svg);
      else draw("text", {x: 20, y: 27, "text-anchor": "middle", "font-size": 20, "font-weight": 700, fill: "#16191c"}, svg).textContent = face;
    }
  };

  // The view: fitted to its window, panned and zoomed by Panzoom.
  const fitting = () => Math.min(map.clientWidth / wide, map.clientHeight / high);
  const view = Panzoom(land, {canvas: true, maxScale: 4, minScale: .02, step: .35, cursor: "grab", animate: false});
  const centre = (x, y, s) => {
    view.zoom(s);
    view.pan((map.clientWidth / 2 - wide / 2) / s - x + wide / 2, (map.clientHeight / 2 - high / 2) / s - y + high / 2);
  };
  const fit = () => centre(wide / 2, high / 2, fitting());
  const reach = points => {  // brings points into sight, as near as they can be read
    const xs = points.map(p => p[0]), ys = points.map(p => p[1]), room = counter * 3.2;
    const [left, right, top, bottom] = [Math.min(...xs) - room, Math.max(...xs) + room, Math.min(...ys) - room, Math.max(...ys) + room];
    const s = Math.max(fitting(), Math.min(46 / counter * 1.25, map.clientWidth / (right - left), map.clientHeight / (bottom - top)));
    const now = view.getScale(), {x: dx, y: dy} = view.getPan();
    const on = (at, middle, by) => middle + now * ((flipped ? 2 * middle - at : at) - middle + by);
    const edge = [map.clientWidth * .15, map.clientHeight * .18];
    const seen = points.every(([x, y]) => { const [px, py] = [on(x, wide / 2, dx), on(y, high / 2, dy)]; return px > edge[0] && px < map.clientWidth - edge[0] && py > edge[1] && py < map.clientHeight - edge[1]; });
    if (!seen || now < s * .7) { const [x, y] = [(left + right) / 2, (top + bottom) / 2]; centre(flipped ? wide - x : x, flipped ? high - y : y, s); }
  };
  let flipped = false;
  const turnRound = () => { flipped = !flipped; land.style.rotate = flipped ? "180deg" : ""; for (const node of nodes.values()) node.style.rotate = flipped ? "180deg" : ""; };
  map.addEventListener("wheel", event => { event.preventDefault(); view.zoomWithWheel(event); }, {passive: false});
  let ratio = 1;
  new ResizeObserver(() => { const s = fitting(); if (now >= 0 && ratio !== s) { ratio = s; looked ? reach(looked) : fit(); } }).observe(map);
  let looked = null;

  // Moments.
  const slider = $("at"), where = $("where"), said = $("said"), here = $("here"), last = film.steps.length;
  slider.max = last;
  const items = [...document.querySelectorAll("ol.findings > li")], entries = [...document.querySelectorAll("ol.deeds button")];
  const stepOf = (log, number) => { const n = film.steps.findIndex(step => (!log || step.l === log) && step.n >= number); return n < 0 ? last : n + 1; };
  const stepped = new Map(items.map(item => [item, stepOf(item.dataset.log, +item.dataset.step)]));
  const moments = entries.map(entry => +entry.dataset.at);
  let now = -1, near = null;
  const form = new RegExp("\\b(" + [...spots.keys()].map(name => name.replace(/[^\w]/g, "\\$&")).join("|") + ")\\b", "g");
  const go = (to, quietly) => {
    const n = Math.max(0, Math.min(last, to)), before = n ? after(n - 1) : new Map(), lies = after(n), step = film.steps[n - 1];
    land.classList.toggle("gliding", n === now + 1);
    now = n;
    const found = items.filter(item => stepped.get(item) === n), text = found.map(item => item.querySelector(".said").textContent).join(" ");
    const moved = new Set(), points = [], lines = [];
    trail.textContent = "";
    unasked();
    for (const [i, ...at] of step ? step.m : []) {
      const from = before.get(i);
      if (isCard(i) || !at.length) continue;
      if (!from || from[0] !== at[0] || from[1] !== at[1] || from[3] !== at[3]) { if (n > 1 || from) moved.add(i); points.push([at[0] * scale, at[1] * scale]); }
      if (from && (from[0] !== at[0] || from[1] !== at[1])) { lines.push([[from[0] * scale, from[1] * scale], [at[0] * scale, at[1] * scale]]); points.push(lines[lines.length - 1][0]); }
    }
    const drawn = new Set();
    for (const [from, to] of lines.slice(0, 40)) if (!drawn.has(from + "|" + to)) { drawn.add(from + "|" + to); arrow(from, to, "#c01008"); }
    const meant = new Set();  // who fires, who is hit, who is named
    if (step && step.f) {
      const [by, at] = step.f.map(list => list.filter(i => lies.has(i) && !isCard(i)));
      for (const i of [...by, ...at]) meant.add(i);
      for (const one of by) for (const other of at) { const [a, b] = [lies.get(one), lies.get(other)]; arrow([a[0] * scale, a[1] * scale], [b[0] * scale, b[1] * scale], "#d55e00", true); points.push([a[0] * scale, a[1] * scale]); }
      for (const other of at) { const b = lies.get(other); target([b[0] * scale, b[1] * scale]); points.push([b[0] * scale, b[1] * scale]); }
    }
    if (text) for (const [i, at] of lies) if (!isCard(i) && film.pieces[i].k !== "marker" && text.includes(film.pieces[i].t)) { meant.add(i); points.push([at[0] * scale, at[1] * scale]); }
    if (text && spots.size) for (const name of text.match(form) || []) { const [x, y] = spots.get(name); draw("circle", {cx: x, cy: y, r: counter * .8, fill: "none", stroke: "#0b3d91", "stroke-width": 6, "stroke-dasharray": "14 9"}, trail); points.push([x, y]); }
    show(lies, moved, meant);
    roll(step && step.d);
    where.textContent = (step && step.t ? words.turn + " " + step.t + " · " : "") + words.step + " " + (step ? step.n : 0) + " / " + (step ? film.steps.filter(each => each.l === step.l).length : last) + (step && film.steps[0].l !== film.steps[last - 1].l ? " · " + step.l : "");
    said.textContent = step ? step.c : "";
    items.forEach(item => item.classList.toggle("here", found.includes(item)));
    here.textContent = found.map(item => item.querySelector(".tag").textContent + ": " + item.querySelector(".said").textContent).join(" · ");
    slider.value = n;
    slider.setAttribute("aria-valuetext", where.textContent);
    if (near) near.classList.remove("now");
    let mark = -1;
    while (mark + 1 < moments.length && moments[mark + 1] <= n) mark++;
    near = entries[mark] || null;
    if (near) { near.classList.add("now"); if (!$("deeds").hidden && !quietly) { const holder = near.closest("details"); if (holder.open) inside(near); } }
    if (points.length && points.length < 60) { looked = points; reach(points); }
    if (!$("table").hidden) listed();
    if (step) history.replaceState(null, "", "#log=" + encodeURIComponent(step.l) + "&step=" + step.n);
  };
  const inside = node => {  // scrolls only the list, never the page
    const list = document.querySelector(".side"), box = node.getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (list.scrollHeight > list.clientHeight && (box.top < frame.top + 90 || box.bottom > frame.bottom - 30)) list.scrollTop += box.top - frame.top - frame.height / 2;
  };

  // What lies in the boxes beside the map, and what lies where on it.
  const listed = () => {
    const lies = after(now), boxes = new Map(), holder = $("lying"), figures = $("figures");
    figures.textContent = "";
    const stands = new Map(film.stands);
    for (const step of film.steps.slice(0, now)) for (const [what, much] of step.s || []) stands.set(what, much);
    const filled = new Map([...stands].map(([what, much]) => [film.counted[what][1], much]));
    const counted = [...stands].filter(([, much]) => much).map(([what, much]) => [...film.counted[what], what, much]);
    for (const [, what, , much] of counted.sort((a, b) => a[0] - b[0] || a[2] - b[2])) { make("dt", {}, figures, what); make("dd", {}, figures, much); }
    for (const [i, at] of lies) if (!isCard(i)) { const [place, box] = film.places[at[4]] || ["", ""]; const key = box ? "0" + box : "1" + place; boxes.has(key) ? boxes.get(key).push(i) : boxes.set(key, [i]); }
    holder.textContent = "";
    holder.className = "boxes";
    for (const key of [...boxes.keys()].sort()) {
      const group = make("section", {}, holder);
      make("h3", {}, group, `${key.slice(1) || words.beside} (${filled.get(key.slice(1)) || boxes.get(key).length})`);
      const list = make("ul", {}, group);
      for (const i of boxes.get(key)) {
        const button = make("button", {type: "button"}, make("li", {}, list)), at = lies.get(i);
        card(at[3], 40, button);
        make("span", {}, button, named(i, at));
        button.addEventListener("click", () => { const point = [at[0] * scale, at[1] * scale]; looked = [point]; reach([point]); pile([i]); });
      }
    }
  };

  // A pile opened: each piece with its card, its state, and what happened to it.
  const pile = list => {
    const lies = after(now), holder = $("pile-pieces");
    holder.textContent = "";
    const first = lies.get(list[0]);
    $("pile-title").textContent = first ? placed(first[4]) : "";
    for (const i of [...list].reverse()) {
      const at = lies.get(i);
      if (!at) continue;
      const row = make("div", {class: "look"}, holder), own = cards.get(film.pieces[i].u || film.pieces[i].i), its = own === undefined ? null : lies.get(own);
      card(at[3], 96, row);
      const told = make("div", {}, row);
      make("h3", {}, told, film.pieces[i].t);
      make("p", {class: "where"}, told, [film.pieces[i].s, film.looks[at[3]][0]].filter(Boolean).join(" · "));
      const past = [];
      film.steps.slice(0, now).forEach((step, k) => { if (step.m.some(move => move[0] === i || move[0] === own) || (step.f && step.f.flat().includes(i))) past.push(k + 1); });
      if (past.length) {
        const list = make("ol", {}, told);
        for (const k of past.slice(-8).reverse()) { const button = make("button", {type: "button"}, make("li", {}, list), (film.steps[k - 1].t ? words.turn + " " + film.steps[k - 1].t + ": " : "") + film.steps[k - 1].c.slice(0, 90)); button.addEventListener("click", () => { $("pile").close(); go(k); }); }
      }
      if (answer && film.pieces[i].s && !isCard(i)) make("button", {type: "button"}, told, words.asks).addEventListener("click", () => { $("pile").close(); ask(film.pieces[i].i); });
      if (its) card(its[3], Math.min(270, innerWidth - 60), row);
    }
    $("pile").showModal();
  };

  // What a unit may do, where it can go, whom it can hit: asked of whoever sent the page, told beside the board and drawn on it.
  const answer = $("answer"), marked = draw("g", {}, trail);
  const asked = (...what) => {
    if (window.parent === window) return fetch([location.pathname.replace(/[.]html$/, ""), "asked", ...what.map(encodeURIComponent)].join("/")).then(found => found.json());
    const {port1, port2} = new MessageChannel();
    window.parent.postMessage({asked: what}, "*", [port2]);
    return new Promise(done => { port1.onmessage = ({data}) => done(data); });
  };
  const ask = unit => {
    const step = film.steps[now - 1] || {l: film.steps.length ? film.steps[0].l : "", n: 0}, moment = now, holder = $("told");
    $("answer-title").textContent = words.asks;
    holder.textContent = words.asking;
    answer.hidden = false;
    document.querySelector(".side").scrollTop = 0;
    answer.focus({preventScroll: true});
    if (innerWidth < 1000) answer.scrollIntoView();
    asked(step.l, step.n, unit)
      .then(found => { if (found.answer) { if (now === moment) tell(found.answer, unit); } else holder.textContent = found.text[document.documentElement.lang]; })
      .catch(() => { holder.textContent = words.mute; });
  };
  const tell = (found, unit) => {
    const holder = $("told"), lies = after(now), taken = new Set([...lies].map(([i, at]) => isCard(i) ? "" : at[0] + "," + at[1]));
    const own = [...lies].find(([i]) => !isCard(i) && film.pieces[i].i === unit);
    $("answer-title").textContent = found.unit;
    holder.textContent = "";
    for (const note of found.notes) make("p", {class: "where"}, holder, note);
    for (const {title, lines, folded} of found.blocks) {
      const block = folded ? make("details", {}, holder) : holder;
      make(folded ? "summary" : "h3", {}, block, title);
      const list = lines.length ? make("ul", {}, block) : null;
      for (const line of lines) make("li", {}, list, line);
    }
    trail.appendChild(marked);
    if (own) draw("circle", {cx: own[1][0] * scale, cy: own[1][1] * scale, r: counter * .72, fill: "none", stroke: "#0b3d91", "stroke-width": 7, "stroke-dasharray": "14 9"}, marked);
    for (const [x, y, kind, text] of found.marks) mark(x * scale, y * scale, kind, text, taken.has(x + "," + y));
    if (found.marks.length) { looked = found.marks.map(([x, y]) => [x * scale, y * scale]); reach(looked); }
  };
  const mark = (x, y, kind, text, taken) => {  // beside a counter, so that its values stay legible
    const hit = kind === "target", side = flipped ? 1 : -1, at = taken ? [x + side * counter * .58, y - (hit ? -side * counter * .4 : 0)] : [x, y];
    if (hit) draw("circle", {cx: x, cy: y, r: counter * .68, fill: "none", stroke: "#c01008", "stroke-width": 7}, marked);
    draw("circle", {cx: at[0], cy: at[1], r: counter * (taken ? .25 : .34), fill: hit ? "#c01008" : "#0b3d91", stroke: "#fff", "stroke-width": 3}, marked);
    draw("text", {x: at[0], y: at[1], "text-anchor": "middle", "dominant-baseline": "central", "font-size": counter * (text.length > 2 ? .2 : .3), "font-weight": 700, fill: "#fff", transform: flipped ? `rotate(180 ${at[0]} ${at[1]})` : ""}, marked).textContent = text;
  };
  const unasked = () => { if (answer) { answer.hidden = true; marked.textContent = ""; } };
  if (answer) $("answered").addEventListener("click", () => { unasked(); map.focus(); });
  let down = null;
  map.addEventListener("pointerdown", event => { down = [event.clientX, event.clientY]; }, true);
  map.addEventListener("click", event => {
    const piece = event.target.closest(".piece");
    if (piece && down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 7) pile(piece.dataset.pile.split(" ").map(Number));
  });
  $("close").addEventListener("click", () => $("pile").close());
  $("pile").addEventListener("click", event => { if (event.target === $("pile")) $("pile").close(); });

  // Ways through the game: slider, buttons, keys, lists.
  const visible = () => items.filter(item => !item.hidden);
  const ahead = (list, or) => Math.min(or, ...list.filter(n => n > now)), behind = list => Math.max(0, ...list.filter(n => n < now));
  const turns = film.steps.map((step, k) => step.t && (!k || film.steps.slice(0, k).reverse().find(each => each.t)?.t !== step.t) ? k + 1 : 0).filter(Boolean);
  const ways = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => last,
    earlier: () => behind(visible().map(item => stepped.get(item))), later: () => ahead(visible().map(item => stepped.get(item)), last),
    deed: () => ahead(moments, last), undeed: () => behind(moments), turn: () => ahead(turns, last), unturn: () => behind(turns),
  };
  let playing = null;
  const play = on => {
    if (playing) clearInterval(playing);
    playing = on ? setInterval(() => now >= last ? play(false) : go(ways.deed()), 1400) : null;
    $("play").classList.toggle("on", !!playing);
    $("play").setAttribute("aria-pressed", String(!!playing));
  };
  slider.addEventListener("input", () => go(+slider.value));
  for (const id of ["first", "back", "next", "last", "earlier", "later"]) $(id).addEventListener("click", () => { play(false); go(ways[id]()); });
  $("play").addEventListener("click", () => play(!playing));
  const larger = by => by > 0 ? view.zoomIn() : view.zoomOut();
  $("larger").addEventListener("click", () => larger(1));
  $("smaller").addEventListener("click", () => larger(-1));
  $("fit").addEventListener("click", () => { looked = null; fit(); });
  $("turned").addEventListener("click", turnRound);
  const keys = {
    ArrowRight: "next", ArrowLeft: "back", ArrowDown: "deed", ArrowUp: "undeed", Home: "first", End: "last", n: "later", p: "earlier", t: "turn", T: "unturn",
    "+": () => larger(1), "-": () => larger(-1), 0: () => { looked = null; fit(); }, r: turnRound, " ": () => play(!playing),
  };
  document.addEventListener("keydown", event => {
    const way = keys[event.key] || keys[event.key.toLowerCase()];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, dialog, [role=tablist]") || (event.key === " " && event.target.closest("button, summary, a")) || (/^Arrow[UD]/.test(event.key) && event.target.closest("[role=tabpanel]"))) return;
    event.preventDefault();
    if (typeof way === "string") { play(false); go(ways[way]()); } else way();
  });
  for (const item of items) item.querySelector("button").addEventListener("click", () => { play(false); go(stepped.get(item)); });
  for (const entry of entries) entry.addEventListener("click", () => { play(false); go(+entry.dataset.at, true); });

  // The panels beside the board.
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const open = tab => {
    for (const each of tabs) { const on = each === tab; each.setAttribute("aria-selected", String(on)); each.tabIndex = on ? 0 : -1; $(each.getAttribute("aria-controls")).hidden = !on; }
    if (tab.id === "tab-table") listed();
    if (tab.id === "tab-deeds" && near) inside(near);
  };
  for (const tab of tabs) tab.addEventListener("click", () => open(tab));
  document.querySelector("[role=tablist]").addEventListener("keydown", event => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!by) return;
    const tab = tabs[(tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length];
    open(tab);
    tab.focus();
  });

  // What is shown of the findings.
  const deed = new Map();  // by what is told of it: of one deed it may be told that it breaks several rules
  items.forEach((item, i) => deed.set(item, item.classList.contains("same") ? deed.get(items[i - 1]) : item));
  const filters = [...document.querySelectorAll("select[data-filter]")], count = $("count");
  const sift = () => {
    for (const item of items) item.hidden = filters.some(each => each.value !== "" && item.dataset[each.dataset.filter] !== each.value);
    const told = list => new Set(list.map(item => deed.get(item))).size;
    if (count) count.textContent = `${told(visible())} ${words.of} ${told(items)} ${words.shown}`;
  };
  for (const each of filters) each.addEventListener("change", sift);
  sift();

  // A moment taken along: on paper, as a link, as a picture.
  addEventListener("beforeprint", () => looked ? reach(looked) : fit());
  $("print").addEventListener("click", () => print());
  $("link").addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(location.href).then(() => { $("link").textContent = words.copied; }, () => {}));
  const taken = () => { const step = film.steps[now - 1]; return step ? `${step.l.replace(/[.][^.]*$/, "")} ${words.step} ${step.n}.png` : `${words.setup}.png`; };
  const write = (pen, [text, dx, dy, points, colour, paper, across, down], x, y, [w, h]) => {
    pen.font = `700 ${points * scale}px system-ui, sans-serif`;
    const wide = pen.measureText(text).width + points * scale * .5, high = points * scale * 1.2;
    const left = x + {l: -w / 2, c: -wide / 2, r: w / 2 - wide}[across] + dx * scale, top = y + {t: -h / 2, c: -high / 2, b: h / 2 - high}[down] + dy * scale;
    if (paper) { pen.fillStyle = paper; pen.fillRect(left, top, wide, high); }
    pen.fillStyle = colour || "#000";
    pen.textBaseline = "middle";
    pen.fillText(text, left + points * scale * .25, top + high / 2);
  };
  $("png").addEventListener("click", () => {
    const canvas = make("canvas", {width: Math.round(wide), height: Math.round(high)}), pen = canvas.getContext("2d");
    if (ground.naturalWidth) pen.drawImage(ground, 0, 0, wide, high);
    const order = [...nodes].sort((a, b) => a[1].style.zIndex - b[1].style.zIndex);
    for (const [i, node] of order) {
      const [x, y] = [parseFloat(node.style.left), parseFloat(node.style.top)];
      let box = [0, 0];
      for (const part of film.looks[after(now).get(i)[3]].slice(1)) {
        if (typeof part[0] === "string") { write(pen, part, x, y, box); continue; }
        const [sprite, dx, dy, larger = 1, turn = 0, corner = 0] = part, [sx, sy, sw, sh, across, down] = film.sprites[sprite], w = across * scale * larger, h = down * scale * larger;
        if (!box[0]) box = [w, h];
        pen.save();
        pen.translate(x + dx * scale + (corner ? w / 2 : 0), y + dy * scale + (corner ? h / 2 : 0));
        pen.rotate(turn * Math.PI / 180);
        pen.drawImage(sheet, sx, sy, sw, sh, -w / 2, -h / 2, w, h);
        pen.restore();
      }
    }
    canvas.toBlob(blob => { const link = make("a", {download: taken()}); link.href = URL.createObjectURL(blob); link.click(); setTimeout(() => URL.revokeObjectURL(link.href), 5000); }, "image/png");
  });

  // It opens at the moment of the link, else at the first finding, else where the game begins.
  const linked = () => { const asked = new URLSearchParams(location.hash.slice(1)); return asked.has("step") ? stepOf(asked.get("log"), +asked.get("step")) : -1; };
  addEventListener("hashchange", () => { const to = linked(); if (to >= 0 && to !== now) go(to); });
  const begin = () => {
    fit();
    const wished = linked(), first = visible().map(item => stepped.get(item)).sort((a, b) => a - b)[0];
    if (!items.length) open($("tab-deeds"));
    go(wished >= 0 ? wished : first === undefined ? 0 : first);
  };
  const soon = () => setTimeout(begin);  // after Panzoom has taken its own first place
  sheet && !sheet.complete ? sheet.addEventListener("load", soon) : soon();
})();
