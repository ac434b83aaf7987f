/** The only clock of a test that awaits a condition; generous, because the cores are slow and shared. */
jest.setTimeout(120_000);

/** A line on the console is a bug: what has something to say gets a logger. */
const lines: string[] = [];

for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[level] = (...words: unknown[]) => {
    lines.push(`console.${level}: ${words.map(String).join(' ')}`);
  };
}

afterEach(() => {
  const noise = lines.splice(0);
  if (noise.length > 0) throw new Error(`The test was noisy:\n${noise.join('\n')}`);
});
