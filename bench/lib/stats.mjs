export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Median with the lowest and the highest: few rounds, so quartiles would pretend. */
export function spread(values) {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** What happened in one round shares its noise, so ratios are taken within a round and only then summed up. */
export function ratios(rounds, name, base, measure) {
  return spread(rounds.map((round) => measure(round[name]) / measure(round[base])));
}
