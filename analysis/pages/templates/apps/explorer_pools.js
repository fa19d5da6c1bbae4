// A fight of pools of dice between blocks, exactly, step by step: cards, rubble roll, close combat.
// A state is [German hits, Soviet hits, rubble, order, Soviet hits when they fire]; hits fall in a fixed way.
const TOGETHER = 0, GERMAN_FIRST = 1, SOVIET_FIRST = 2, NO_COMBAT = 3;

function blocksOf(known, side) {
  const numbers = data.numbers, found = [];
  for (let n = 1; n <= numbers.blocks; n++) {
    const kind = known[`${side}_${n}`];
    if (kind === "none") continue;
    const color = known[`${side}_${n}_color`];
    found.push({ side, kind, ties: known.ties, strength: known[`${side}_${n}_strength`], color, lowest: numbers.lowest_hit[color],
      traits: numbers.traits[`${kind} | ${side}`] });
  }
  return found;
}

// The strongest takes a hit; of equals the German player keeps the most fire, or lets the first told go.
function taker(blocks, strengths, trait) {
  const able = blocks.map((_, i) => i).filter((i) => strengths[i] && (trait === null || blocks[i].traits[trait]));
  if (!able.length) return -1;
  const top = Math.max(...able.map((i) => strengths[i])), equal = able.filter((i) => strengths[i] === top);
  if (blocks[equal[0]].ties === "order") return equal[0];
  const sign = blocks[equal[0]].side === "german" ? 1 : -1;
  return equal.reduce((best, i) => sign * blocks[best].lowest < sign * blocks[i].lowest ? i : best);
}

function without(blocks, strengths, trait, steps) {
  const left = [...strengths];
  for (let i = 0; i < steps; i++) {
    const at = taker(blocks, left, trait);
    if (at < 0) break;
    left[at] -= 1;
  }
  return left;
}

function pathOf(blocks, start) {
  const path = [start];
  while (path[path.length - 1].some(Boolean)) path.push(without(blocks, path[path.length - 1], null, 1));
  return path;
}

// The law of a pool: pairs of hits and own hits with their ways, of six to the power of its dice.
const scored = new Map();
function scoresOf(lowest, countsOwn, addsUp) {
  const key = `${lowest}|${countsOwn}|${addsUp}`;
  if (scored.has(key)) return scored.get(key);
  let ways = new Map([["0 0", 1n]]);
  for (const least of lowest) {
    const more = new Map();
    for (const [pair, n] of ways) {
      const [hits, own] = pair.split(" ").map(Number);
      for (let roll = 1; roll <= 6; roll++) {
        const after = `${hits + (addsUp ? roll : Number(roll >= least))} ${own + Number(countsOwn && roll === data.numbers.own_hit)}`;
        more.set(after, (more.get(after) || 0n) + n);
      }
    }
    ways = more;
  }
  const law = [...ways].map(([pair, n]) => [...pair.split(" ").map(Number), n]);
  scored.set(key, { law, dice: lowest.length });
  return scored.get(key);
}

// Send every state through a step: `pool` gives the law of its dice, `rule` the state after hits and own hits.
function through(worlds, pool, rule) {
  const states = [...worlds.weights].map(([key, weight]) => [key.split(" ").map(Number), weight]);
  const pools = states.map(([state]) => pool(state)), dice = Math.max(0, ...pools.map((one) => one.dice));
  const weights = new Map();
  states.forEach(([state, weight], i) => {
    const scale = 6n ** BigInt(dice - pools[i].dice);
    for (const [hits, own, n] of pools[i].law) {
      const after = rule(state, hits, own).join(" ");
      weights.set(after, (weights.get(after) || 0n) + weight * n * scale);
    }
  });
  return { weights, total: worlds.total * 6n ** BigInt(dice) };
}

const NOTHING = { law: [[0, 0, 1n]], dice: 0 };

function fightOf(known) {
  const numbers = data.numbers, side = numbers.side[known.attack], soviet = known.soviet_card, german = known.german_card;
  const fight = { known, side, germans: blocksOf(known, "german"), soviets: blocksOf(known, "soviet") };
  fight.sovietCard = soviet === "none" ? null : numbers.soviet_cards[`${soviet} ${Number(known.zaytsev)}`];
  const card = german === "none" ? null : numbers.german_cards[`${german} ${Number(known.von_richthofen)}`];
  fight.germanCard = card && card.is_air && fight.sovietCard && fight.sovietCard.is_aa ? null : card;
  const after = (blocks, one) => without(blocks, blocks.map((b) => b.strength), one ? one.trait : null, one ? one.steps : 0);
  fight.germanPath = pathOf(fight.germans, after(fight.germans, fight.sovietCard));
  fight.sovietPath = pathOf(fight.soviets, after(fight.soviets, fight.germanCard));
  fight.drm = (known.khrushchev ? numbers.hit_drm.khrushchev : 0) + (known.fortified ? numbers.hit_drm.fortification : 0);
  fight.makesRubble = known.attack === numbers.makes_rubble && known.terrain === "urban" && !known.rubble_used_up;
  return fight;
}

function orderOf(fight, german, soviet) {
  if (german >= fight.germanPath.length - 1 || soviet >= fight.sovietPath.length - 1) return NO_COMBAT;
  const [plain, combined] = data.numbers.first_fire[`${fight.known.terrain} ${fight.side}`];
  const both = (blocks, now) => [0, 1].every((trait) => blocks.some((b, i) => now[i] && b.traits[trait]));
  const arms = fight.known.hoth && combined !== null && both(fight.germans, fight.germanPath[german]) && !both(fight.soviets, fight.sovietPath[soviet]);
  return arms ? combined : plain;
}

function rubbleRows(fight, strengths) {
  const numbers = data.numbers, drm = numbers.rubble_drm, left = fight.germans.filter((_, i) => strengths[i]);
  const rows = { attacking_hex: left.length ? drm.attacking_hex : 0 };
  rows.panzer_or_panzer_grenadier = drm.panzer_or_panzer_grenadier * left.filter((block) => block.traits[2]).length;
  const card = fight.germanCard && fight.germanCard.rubble_row;
  if (card) rows[card] = drm[card];
  return rows;
}

function endsOf(fight) {
  const numbers = data.numbers, gone = fight.germanPath.length - 1, lost = fight.sovietPath.length - 1;
  const perStep = (state, isSheltered) => state[2] && isSheltered ? numbers.hits_in_rubble : 1;
  const defends = fight.side === "german";
  const hitGermans = (s, hits, own) => [Math.min(s[0] + Math.floor(hits / perStep(s, !defends)), gone), Math.min(s[1] + own, lost), ...s.slice(2)];
  const hitSoviets = (s, hits) => [s[0], Math.min(s[1] + Math.floor(hits / perStep(s, defends)), lost), ...s.slice(2)];
  const volley = (card) => () => scoresOf(Array(card.dice).fill(numbers.lowest_hit[card.fire]), false, false);
  const dice = (blocks, now, drm) => blocks.flatMap((b, i) => Array(now[i]).fill(Math.max(b.lowest - drm, numbers.own_hit + 1))).sort();
  const steps = [];
  if (fight.sovietCard && fight.sovietCard.dice) steps.push([volley(fight.sovietCard), hitGermans]);
  if (fight.germanCard && fight.germanCard.dice) steps.push([volley(fight.germanCard), hitSoviets]);
  if (fight.makesRubble) {
    const drm = fight.germanPath.map((now) => Object.values(rubbleRows(fight, now)).reduce((a, b) => a + b, 0));
    steps.push([(s) => s[2] ? NOTHING : scoresOf(Array(numbers.rubble_dice).fill(1), false, true),
      (s, total) => [s[0], s[1], s[2] || Number(total + drm[s[0]] > numbers.rubble_above && s[0] < gone), s[3], s[4]]]);
  }
  steps.push([() => NOTHING, (s) => [s[0], s[1], s[2], orderOf(fight, s[0], s[1]), s[1]]]);
  const germans = [(s) => s[3] === NO_COMBAT ? NOTHING : scoresOf(dice(fight.germans, fight.germanPath[s[0]], 0), false, false),
    (s, hits) => { const after = hitSoviets(s, hits); return [...after.slice(0, 4), s[3] === GERMAN_FIRST ? after[1] : s[4]]; }];
  const soviets = [(s) => s[3] === NO_COMBAT ? NOTHING : scoresOf(dice(fight.soviets, fight.sovietPath[s[4]], fight.drm), fight.known.khrushchev, false), hitGermans];
  const areFirst = orderOf(fight, 0, 0) === SOVIET_FIRST || (gone > 0 && lost > 0 && data.numbers.first_fire[`${fight.known.terrain} ${fight.side}`][0] === SOVIET_FIRST);
  steps.push(...(areFirst ? [soviets, germans] : [germans, soviets]));
  const start = new Map([[[0, 0, Number(fight.known.rubble), NO_COMBAT, 0].join(" "), 1n]]);
  return steps.reduce((worlds, [pool, rule]) => through(worlds, pool, rule), { weights: start, total: 1n });
}

const diceWords = (blocks) => ["TF", "DF", "SF"].map((color) => [blocks.filter((b) => b.color === color).reduce((n, b) => n + b.strength, 0), color])
  .filter(([n]) => n).map(([n, color]) => `${n} ${color}`).join(" ");

function poolFacts(known, side) {
  const facts = {}, texts = (blocks) => blocks.map((b) => `${b.kind} ${b.strength} ${b.color}`);
  const sides = [texts(blocksOf(known, "german")), texts(blocksOf(known, "soviet"))];
  [facts.attacker, facts.defender] = side === "german" ? sides : sides.reverse();
  for (const control of data.controls) {
    if (/^(german|soviet)_\d/.test(control.id) || known[control.id] === control.default) continue;
    facts[control.id] = control.is_list ? [known[control.id]] : known[control.id];
  }
  return facts;
}

function poolsAnswer(known) {
  const fight = fightOf(known), defends = fight.side === "german", worlds = endsOf(fight), law = {}, measures = {};
  const blocks = defends ? [fight.germans, fight.soviets] : [fight.soviets, fight.germans];
  const told = (name, share, times = 1) => {
    const more = exact.times(share, [BigInt(times), 1n]), before = measures[name] || [ZERO, ZERO, ZERO];
    measures[name] = before.map((sum) => exact.add(sum, more));
  };
  for (const [key, weight] of worlds.weights) {
    const [german, soviet] = key.split(" ").map(Number), share = exact.fraction(weight, worlds.total);
    const left = [fight.germanPath[german], fight.sovietPath[soviet]];
    const sides = defends ? left : left.reverse();
    const text = sides.map((now) => now.join(" ")).join(" | ");
    law[text] = (law[text] || [ZERO, ZERO, ZERO]).map((sum) => exact.add(sum, share));
    ["attacker", "defender"].forEach((side, i) => {
      const start = blocks[i].reduce((n, b) => n + b.strength, 0), now = sides[i].reduce((n, s) => n + s, 0);
      told(`${side}_lost`, share, start - now);
      told(`${side}_gone`, share, Number(now === 0));
    });
    told("cleared", share, Number(!sides[1].some(Boolean)));
  }
  const orders = [orderOf(fight, 0, 0)];
  const drms = Object.entries(data.numbers.hit_drm).filter(([id]) => id === "khrushchev" ? known.khrushchev : known.fortified);
  const applied = drms.map(([id, value]) => [id, value, "", "drm of Soviet dice"]);
  if (fight.makesRubble && !known.rubble) {
    const rows = rubbleRows(fight, fight.germans.map((b) => b.strength));
    for (const [id, value] of Object.entries(rows)) if (value) applied.push([`rubble_${id}`, value, "", "drm of the rubble roll"]);
  }
  return { facts: poolFacts(known, fight.side), initial_odds: `${diceWords(blocks[0])} against ${diceWords(blocks[1])}`,
    final_column: data.numbers.order_words[orders[0]], is_cancelled: false, law, measures, applied, basis: "rulebook", drawn_rules: [] };
}
