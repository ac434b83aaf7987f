// What is printed at the end, made from what is written as JSON.
export function printTable(title, columns, rows) {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  const line = (row) => row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join('  ');
  console.log(`\n${title}`);
  for (const row of cells) console.log(`  ${line(row)}`);
}

export function withSpread({ median, low, high }, digits = 2) {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}-${high.toFixed(digits)})`;
}
