"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const NS = "http://www.w3.org/2000/svg";
  const { units, xy, moments } = data;
  const [FIRST] = data.sides;
  const STACK = 7, FAST = 900, SLOW = 2400;
  const css = (side) => (side === FIRST ? "first" : "second");
  const map = document.querySelector(".map"), svg = map.querySelector("svg.kmap");
  const nodes = units.map((_, at) => $(`u${at}`));
  const starts = moments.map((m, k) => (k === 0 || m.t !== moments[k - 1].t ? k : -1)).filter((k) => k >= 0);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let now = 0, timer = 0, later = 0, chosen = -1;

  const make = (name, attributes, parent, text) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  };
  const element = (name, text, cls) => {
    const node = document.createElement(name);
    if (text) node.textContent = text;
    if (cls) node.className = cls;
    return node;
  };

  /* where everybody stands after moment k */
  const stateAt = (k) => {
    const at = units.map(() => [-1, 0]), tried = new Set(), marks = new Map(), gauges = {};
    units.forEach((unit, u) => { if (unit[3] === "") tried.add(u); });
    for (let i = 0; i <= k; i++) {
      const m = moments[i];
      for (const [u, hex, steps] of m.u) at[u] = [hex, steps];
      for (const u of m.v || []) tried.add(u);
      for (const u of m.c || []) tried.delete(u);
      for (const [mark, h] of m.on || []) marks.set(`${mark} ${h}`, [mark, h]);
      for (const [mark, h] of m.off || []) marks.delete(`${mark} ${h}`);
      Object.assign(gauges, m.q || {});
    }
    return { at, tried, marks, gauges };
  };

  const drawUnits = (state, m) => {
    const stacks = new Map();
    state.at.forEach(([hex], u) => { if (hex >= 0) stacks.set(hex, [...(stacks.get(hex) || []), u]); });
    const fallen = new Set(m.k === "battle" ? m.u.filter((c) => c[1] < 0).map((c) => c[0]) : []);
    const hit = new Set(m.b ? [...m.b.a.map((a) => a[0]), ...m.b.d] : []);
    const cut = new Set(m.o || []);
    const shown = new Set();
    for (const [hex, stack] of stacks) {
      stack.forEach((u, level) => {
        const shift = (level - (stack.length - 1) / 2) * STACK, node = nodes[u];
        const is = [css(units[u][1]), `n${state.at[u][1]}`];
        if (state.at[u][1] < units[u][4]) is.push("s1");
        is.push(state.tried.has(u) ? "tried" : "hid");
        if (hit.has(u)) is.push("hit");
        if (cut.has(u)) is.push("cut");
        node.setAttribute("class", `u ${is.join(" ")}`);
        node.style.transform = `translate(${xy[hex][0] + shift}px,${xy[hex][1] + shift}px)`;
        shown.add(u);
      });
    }
    nodes.forEach((node, u) => {
      if (shown.has(u)) return;
      if (fallen.has(u)) node.classList.add("gone"); else node.setAttribute("class", `u ${css(units[u][1])} none`);
    });
    return stacks;
  };

  /* arrows along the way that was taken, those of a hex side by side */
  const drawWays = (m) => {
    const layer = $("arrows");
    layer.replaceChildren();
    const draw = (points, cls, tip, on = layer) => {
      const d = "M" + points.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L");
      make("path", { d, class: `way halo ${cls}` }, on);
      make("path", { d, class: `way ${cls}`, "marker-end": `url(#tip-${tip})` }, on);
    };
    const shifted = (way, n) => way.map((h) => [xy[h][0] + ((n % 3) - 1) * 5, xy[h][1] + ((n % 3) - 1) * 5]);
    const trimmed = (points) => {
      const [a, b] = points.slice(-2), far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, cut = Math.min(11, far / 2);
      return [...points.slice(0, -1), [b[0] - ((b[0] - a[0]) / far) * cut, b[1] - ((b[1] - a[1]) / far) * cut]];
    };
    const between = (a, b) => {
      const at = (t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      return [at(0.3), at(0.62)];
    };
    if (m.k !== "battle")
      (m.w || []).forEach(([u, ...way], n) => { if (way.length > 1) draw(trimmed(shifted(way, n)), css(units[u][1]), css(units[u][1])); });
    for (const [u, ...way] of m.r || []) if (way.length > 1) draw(trimmed(shifted(way, 1)), `${css(units[u][1])} back`, "back");
    if (m.b)
      for (const from of new Set(m.b.a.map((a) => a[1])))
        if (from !== m.b.hex) draw(between(xy[from], xy[m.b.hex]), `${css(m.s)} strike`, css(m.s), $("fight"));
  };

  const drawMarks = (state) => {
    const layer = $("marks"), above = $("raids");
    layer.replaceChildren();
    above.replaceChildren();
    for (const [mark, h] of state.marks.values())
      make("use", { href: `#mark-${mark}`, x: xy[h][0], y: xy[h][1] }, data.above.includes(mark) ? above : layer);
  };

  const drawFight = (m, stacks) => {
    const layer = $("fight");
    for (const [hex, stack] of stacks)
      if (stack.length > 2) {
        const [x, y] = xy[hex], pile = make("g", { class: "pile" }, layer);
        make("rect", { x: x + 12, y: y - 24, width: 11, height: 11, rx: 5.5 }, pile);
        make("text", { x: x + 17.5, y: y - 15.4 }, pile, stack.length);
      }
    if (!m.b) return;
    const [x, y] = xy[m.b.hex];
    const star = [...Array(16).keys()].map((i) => {
      const r = i % 2 ? 8 : 14, turn = (i * Math.PI) / 8;
      return `${(x + 19 + r * Math.cos(turn)).toFixed(1)} ${(y - 19 + r * Math.sin(turn)).toFixed(1)}`;
    });
    make("path", { class: "burst", d: `M${star.join("L")}Z` }, layer);
    const text = m.b.tag, wide = 16 + 7.1 * text.length;
    const tag = make("g", { class: "tag" }, layer), top = y < 90 ? y + 28 : y - 58;
    make("rect", { x: x - wide / 2, y: top, width: wide, height: 23, rx: 4 }, tag);
    make("text", { x, y: top + 16 }, tag, text);
  };

  /* the panel */
  const mini = (u) => { /* of a battle as it went in: with the steps of the moment before */
    const state = stateAt(now), was = moments[now].b && now ? stateAt(now - 1).at[u] : state.at[u];
    const steps = was[0] >= 0 ? was[1] : state.at[u][1];
    const box = make("svg", { viewBox: "-15 -15 30 30", class: "kmap", role: "img", "aria-label": name(u) });
    const copy = nodes[u].cloneNode(true);
    copy.removeAttribute("id");
    copy.removeAttribute("style");
    copy.classList.remove("hit", "gone", "none", "cut", "hid");
    for (const name of [...copy.classList]) if (/^(n\d|s1)$/.test(name)) copy.classList.remove(name);
    copy.classList.add(`n${steps}`, state.tried.has(u) || isOpen() ? "tried" : "hid");
    if (steps < units[u][4]) copy.classList.add("s1");
    box.append(copy);
    return box;
  };
  const isOpen = () => !$("fog").checked;
  const name = (u) => {
    const [id, , seen, under] = units[u];
    return under && (isOpen() || stateAt(now).tried.has(u)) ? under : seen || id;
  };
  const SAID = { hit: ", a hit", own: ", a hit on their own side" };
  const die = (n, cls = "") => {
    const box = make("svg", { viewBox: "0 0 40 40", class: `die ${cls}`, role: "img", "aria-label": `die ${n}${SAID[cls] || ""}` });
    make("rect", { x: 2, y: 2, width: 36, height: 36, rx: 8 }, box);
    const at = { 1: [[20, 20]], 2: [[12, 12], [28, 28]], 3: [[11, 11], [20, 20], [29, 29]], 4: [[12, 12], [28, 12], [12, 28], [28, 28]] };
    at[5] = [...at[4], [20, 20]];
    at[6] = [...at[4], [12, 20], [28, 20]];
    for (const [cx, cy] of at[n] || []) make("circle", { cx, cy, r: 3.6 }, box);
    return box;
  };
  const dateOf = (m) => (m.t && data.dates.length ? data.dates[m.t - 1] : "");
  const phaseOf = (m) => (m.t ? `Turn ${m.t}${dateOf(m) ? `, ${dateOf(m)}` : ""}` : "Before the game");
  const cards = (list) => list.map(([text, cls]) => element("b", text, cls));
  const rowOf = ({ l, u, d, c, w }) => {
    const row = element("div", "", w ? "row odds" : "row");
    if (l) row.append(element("b", l, "label"));
    if (u) row.append(...u.map(mini));
    if (d) row.append(...d.map(([n, cls]) => die(n, cls)));
    if (c) { const hand = element("span", "", "hand"); hand.append(...cards(c)); row.append(hand); }
    for (const [text, cls] of w || []) row.append(cls === "die" ? die(Number(text)) : element("span", text, cls === "up" || cls === "down" ? `shift ${cls}` : cls));
    return row;
  };
  const panel = (m) => {
    const box = $("now");
    box.replaceChildren(element("div", phaseOf(m), "when"), element("h2", m.h), ...(m.g || []).map(rowOf));
    for (const line of m.x ? m.x.split("\n") : []) box.append(element("p", line));
    if (chosen >= 0) showStack(box);
    const told = document.querySelector(`.diary article[data-turn="${m.t}"]`), beside = element("div", "", "beside");
    beside.append(element("h3", m.t ? `War diary, turn ${m.t}` : "War diary"));
    for (const line of document.querySelectorAll(m.t ? `#${told.id} p` : ".diary .opening")) beside.append(line.cloneNode(true));
    box.append(beside);
  };
  const drawGauges = (state) => {
    for (const [key, most] of data.gauges) {
      const box = $(`gauge-${key}`), value = state.gauges[key];
      if (most) {
        box.querySelectorAll("i").forEach((mark, at) => mark.classList.toggle("full", at < (value || 0)));
        box.querySelector("output").textContent = value || 0;
      } else {
        box.querySelector(".hand").replaceChildren(...cards(value || []));
        box.classList.toggle("empty", !(value || []).length);
      }
    }
  };
  const showStack = (box) => {
    const here = stateAt(now).at.flatMap(([hex], u) => (hex === chosen ? [u] : []));
    const place = element("div", "", "stack"), list = element("ul");
    place.append(element("h3", `Hex ${data.numbers[chosen]}${data.names[chosen] ? `, ${data.names[chosen]}` : ""}`));
    for (const u of here) list.append(element("li", name(u)));
    place.append(here.length ? list : element("p", "Nobody stands here."));
    box.append(place);
  };

  /* charts and diary */
  const cursors = [...document.querySelectorAll(".timeline")];
  const cursor = () => {
    const [left, width, turns] = data.chart, time = data.times[now], x = left + (width * time) / turns;
    for (const chart of cursors) for (const end of ["x1", "x2"]) chart.querySelector(".cursor").setAttribute(end, x);
    for (const [key, said] of Object.entries(data.lines)) $(`at-${key}`).textContent = said[now];
    const last = data.chances.filter((one) => one[0] <= time + 1e-6).pop();
    if ($("at-chance") && last) $("at-chance").textContent = `${Math.round(100 * last[1])} %${data.scored ? ` · mean margin ${last[2] > 0 ? "+" : "−"}${Math.abs(last[2]).toFixed(0)}` : ""}`;
  };
  const diary = () => {
    for (const turn of document.querySelectorAll(".diary article[data-turn]"))
      turn.classList.toggle("here", Number(turn.dataset.turn) === moments[now].t);
  };

  /* the camera */
  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [...whole], goal = [...whole], frame = 0;
  const shape = () => (svg.clientHeight ? svg.clientWidth / svg.clientHeight : 0) || whole[2] / whole[3];  // none yet: that of the map
  const fit = ([x, y, w, h]) => {
    const ratio = shape(), cx = x + w / 2, cy = y + h / 2;
    if (w / h > ratio) h = w / ratio; else w = h * ratio;
    const most = Math.max(whole[2], whole[3] * ratio), size = Math.min(1, most / w);
    w *= size; h *= size;
    const inside = (c, size, low, room) => (size >= room ? low + (room - size) / 2 : Math.min(Math.max(c - size / 2, low), low + room - size));
    return [inside(cx, w, whole[0], whole[2]), inside(cy, h, whole[1], whole[3]), w, h];
  };
  const look = (box, jump) => {
    goal = fit(box);
    cancelAnimationFrame(frame);
    if (jump || still.matches) { view = goal; svg.setAttribute("viewBox", view.map((v) => v.toFixed(1)).join(" ")); return; }
    const from = [...view], begun = performance.now();
    const step = (time) => {
      const t = Math.max(0, Math.min(1, (time - begun) / 450)), s = t * t * (3 - 2 * t);
      view = from.map((v, i) => v + (goal[i] - v) * s);
      svg.setAttribute("viewBox", view.map((v) => v.toFixed(1)).join(" "));
      if (t < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  // Paper shows the whole map, however near the camera is.
  addEventListener("beforeprint", () => { cancelAnimationFrame(frame); svg.setAttribute("viewBox", whole.join(" ")); });
  addEventListener("afterprint", () => look(goal, true));
  const zoom = (by, cx = goal[0] + goal[2] / 2, cy = goal[1] + goal[3] / 2, jump = false) => {
    const w = Math.max(180, goal[2] * by), k = w / goal[2];
    look([cx - (cx - goal[0]) * k, cy - (cy - goal[1]) * k, w, goal[3] * k], jump);
  };
  const placesOf = (m) => [...(m.b ? [m.b.hex, ...m.b.a.map((a) => a[1])] : []), ...(m.w || []).flatMap((w) => w.slice(1)), ...(m.r || []).flatMap((w) => w.slice(1)), ...(m.m || [])];
  // A moment without a place of its own is seen where the last one was; the set-up on a phone, where the game begins.
  const follow = (m) => {
    const isSmall = map.clientWidth < 720, near = moments.slice(0, moments.indexOf(m) + 1).reverse();
    const at = placesOf([...near, ...(isSmall ? moments : [])].find((one) => placesOf(one).length) || m);
    if (!at.length) return;
    const xs = at.map((h) => xy[h][0]), ys = at.map((h) => xy[h][1]), room = 90;
    const low = [Math.min(...xs) - room, Math.min(...ys) - room], high = [Math.max(...xs) + room, Math.max(...ys) + room];
    const least = Math.min(isSmall ? 400 : 720, whole[2] * 0.6);
    const w = Math.max(least, high[0] - low[0]), h = Math.max(least / shape(), high[1] - low[1]);
    look([(low[0] + high[0] - w) / 2, (low[1] + high[1] - h) / 2, w, h], false);
  };
  const tall = () => {
    const ratio = whole[2] / whole[3], width = map.clientWidth;
    const height = width < 720 ? Math.min(innerHeight * 0.58, width * 1.1) : Math.min(width / ratio, innerHeight - 216);
    document.documentElement.style.setProperty("--map-height", `${Math.round(height)}px`);
  };

  /* going through time */
  const show = (k, jump) => {
    now = Math.max(0, Math.min(moments.length - 1, k));
    document.body.classList.toggle("still", Boolean(jump));
    const m = moments[now], state = stateAt(now);
    const end = () => {
      const stacks = drawUnits(state, m);
      $("fight").replaceChildren();
      drawWays(m);
      drawFight(m, stacks);
      for (const line of svg.querySelectorAll(".front")) line.setAttribute("d", data.front[data.frontOf[now]] || "");
      drawMarks(state);
    };
    clearTimeout(later);
    if (m.b && !jump && !still.matches && now > 0) {
      const before = { ...stateAt(now - 1), tried: state.tried };
      $("fight").replaceChildren();
      drawUnits(before, { ...m, k: "" });
      drawWays({ ...m, r: [] });
      later = setTimeout(end, 850);
    } else end();
    drawGauges(state);
    $("badge").replaceChildren(element("b", m.t ? `Turn ${m.t}` : "Set-up"), element("span", dateOf(m) || (m.t ? m.h : "")));
    $("slider").value = now;
    $("slider").setAttribute("aria-valuetext", `${phaseOf(m)}: ${m.h}`);
    panel(m);
    cursor();
    diary();
    if ($("follow").checked) follow(m);
    const first = starts[m.t] ?? 0;
    const hash = `#t=${m.t}${now > first ? `.${now - first}` : ""}`;
    if (location.hash !== hash) try { history.replaceState(null, "", hash); } catch { /* a page without an address */ }
  };
  const sign = (d, label) => { $("play").querySelector("path").setAttribute("d", d); $("play").setAttribute("aria-label", label); };
  const stop = () => { clearTimeout(timer); timer = 0; sign("M5 3v14l12-7z", "play"); };
  const tick = () => {
    if (now >= moments.length - 1) return stop();
    show(now + 1);
    timer = setTimeout(tick, moments[now].k === "battle" || moments[now].k === "move" ? SLOW : FAST);
  };
  const play = () => {
    if (timer) return stop();
    if (now >= moments.length - 1) show(0, true);
    sign("M4 3h4.500v14H4zM11.500 3H16v14h-4.500z", "pause");
    timer = setTimeout(tick, 300);
  };
  const go = (k) => { stop(); chosen = -1; show(k, Math.abs(k - now) > 1); };
  const turn = (by) => go(starts[Math.max(0, Math.min(starts.length - 1, moments[now].t + by))]);
  const linked = () => {
    const found = /^#t=(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (!found) return null;
    const at = starts[Math.min(Number(found[1]), starts.length - 1)];
    return Math.min(moments.length - 1, at + Number(found[2] || 0));
  };

  $("first").onclick = () => go(0);
  $("last").onclick = () => go(moments.length - 1);
  $("back").onclick = () => go(now - 1);
  $("on").onclick = () => go(now + 1);
  $("turn-back").onclick = () => turn(-1);
  $("turn-on").onclick = () => turn(1);
  $("play").onclick = play;
  $("slider").max = moments.length - 1;
  $("slider").oninput = (event) => go(Number(event.target.value));
  $("zoom-in").onclick = () => zoom(0.7);
  $("zoom-out").onclick = () => zoom(1 / 0.7);
  $("zoom-all").onclick = () => { $("follow").checked = false; look(whole); };
  $("follow").onchange = () => ($("follow").checked ? follow(moments[now]) : look(whole));
  $("fog").onchange = () => { document.body.classList.toggle("open", isOpen()); panel(moments[now]); };
  $("link").onclick = async () => {
    try { await navigator.clipboard.writeText(location.href); $("link").textContent = "Copied"; } catch { $("link").textContent = location.hash; }
    setTimeout(() => ($("link").textContent = "Link"), 1500);
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches?.("input[type=range]");
    const keys = {
      ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), Home: () => go(0), End: () => go(moments.length - 1),
      PageDown: () => turn(1), PageUp: () => turn(-1), f: () => $("fog").click(), "+": () => zoom(0.7), "-": () => zoom(1 / 0.7), 0: () => $("zoom-all").click(),
    };
    if (event.key === " " && !event.target.matches?.("button, summary, input[type=checkbox]")) { event.preventDefault(); play(); }
    else if (keys[event.key] && !(typing && event.key.startsWith("Arrow"))) { event.preventDefault(); keys[event.key](); }
  });
  addEventListener("hashchange", () => { const at = linked(); if (at !== null && at !== now) go(at); });
  addEventListener("resize", () => { tall(); look(goal, true); });
  for (const chart of cursors)
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect(), [left, width, turns] = data.chart;
      const time = ((((event.clientX - box.left) / box.width) * 400 - left) / width) * turns;
      go(data.times.reduce((best, t, k) => (Math.abs(t - time) < Math.abs(data.times[best] - time) ? k : best), 0));
    });
  for (const head of document.querySelectorAll(".diary article[data-turn] h3")) head.onclick = () => { go(starts[Number(head.parentNode.dataset.turn)]); map.scrollIntoView({ block: "nearest" }); };

  /* dragging, pinching, the wheel, and a click on a hex */
  const fingers = new Map();
  let moved = 0;
  const point = (event) => {
    const box = svg.getBoundingClientRect();
    return [view[0] + ((event.clientX - box.left) / box.width) * view[2], view[1] + ((event.clientY - box.top) / box.height) * view[3]];
  };
  svg.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); moved = 0; map.classList.add("drag"); });
  addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const scale = view[2] / svg.clientWidth, dx = event.clientX - before[0], dy = event.clientY - before[1];
    moved += Math.abs(dx) + Math.abs(dy);
    if (fingers.size === 1) look([goal[0] - dx * scale, goal[1] - dy * scale, goal[2], goal[3]], true);
    else {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]), is = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
      if (is > 0) zoom(was / is, ...point({ clientX: (event.clientX + other[0]) / 2, clientY: (event.clientY + other[1]) / 2 }), true);
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => { fingers.delete(event.pointerId); if (!fingers.size) map.classList.remove("drag"); });
  svg.addEventListener("click", (event) => {
    if (moved > 6) return;
    const [x, y] = point(event);
    const near = xy.map(([a, b]) => Math.hypot(a - x, b - y)), best = near.indexOf(Math.min(...near));
    chosen = near[best] < data.size * 0.59 ? best : -1;
    panel(moments[now]);
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey && goal[2] >= whole[2] * 0.99 && event.deltaY > 0) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.18 : 0.85, ...point(event), true);
  }, { passive: false });

  document.body.classList.add("live");
  tall();
  $("follow").checked = true;
  look(whole, true);
  show(linked() ?? 0, true);
})();
