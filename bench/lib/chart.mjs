// Bars with whiskers, drawn by hand: a chart is some text and a few rectangles.
const WIDTH = 760;
const LEFT = 150;
const RIGHT = 90;
const BAR = 22;
const GAP = 10;
const COLORS = { sino: '#0b7285', other: '#adb5bd', target: '#c92a2a' };

/** `groups`: [{ title, target, bars: [{ name, median, low, high }] }], longer is better. */
export function chart(title, note, groups) {
  let y = 64;
  const parts = [];
  for (const group of groups) {
    const most = Math.max(...group.bars.map(({ high }) => high), group.target ?? 0);
    const scale = (WIDTH - LEFT - RIGHT) / most;
    parts.push(text(16, y, group.title, 'font-weight="600"'));
    y += 14;
    const top = y;
    for (const { name, median, low, high } of group.bars) {
      const middle = y + BAR / 2;
      parts.push(
        text(LEFT - 10, middle + 4, name, 'text-anchor="end"'),
        `<rect x="${LEFT}" y="${y}" width="${round(median * scale)}" height="${BAR}" rx="3" fill="${name === 'sino' ? COLORS.sino : COLORS.other}"/>`,
        `<line x1="${round(LEFT + low * scale)}" x2="${round(LEFT + high * scale)}" y1="${middle}" y2="${middle}" stroke="#343a40"/>`,
        text(LEFT + Math.max(high, median) * scale + 8, middle + 4, `${median.toFixed(2)}x`, ''),
      );
      y += BAR + GAP;
    }
    if (group.target) {
      const x = round(LEFT + group.target * scale);
      parts.push(`<line x1="${x}" x2="${x}" y1="${top - 4}" y2="${y - GAP + 4}" stroke="${COLORS.target}" stroke-dasharray="4 3"/>`);
    }
    y += 22;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" font-family="system-ui, sans-serif" font-size="13" fill="#212529">`,
    `<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>`,
    text(16, 24, title, 'font-size="16" font-weight="600"'),
    text(16, 42, note, 'fill="#495057" font-size="11"'),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function text(x, y, content, attributes) {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${content.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</text>`;
}

const round = (value) => Math.round(value * 10) / 10;
