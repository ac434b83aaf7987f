import { chart } from './chart.mjs';

const note = ({ cpu, cores, node, date, commit }) => `${cpu}, ${cores} cores, Node ${node}, ${date.slice(0, 10)}, ${commit}; whiskers: lowest and highest round`;
const barsOf = (entries, valueOf) => entries.map((entry) => ({ name: entry.name, ...valueOf(entry) }));

/** The suites whose result is a comparison have a picture. */
export const drawings = {
  read: ({ machine, operations }) => chart('Read: requests for the processor time of one at L1', note(machine),
    operations.map(({ name, servers }) => ({ title: name, target: 2, bars: barsOf(servers, ({ cpuVsL1 }) => cpuVsL1) }))),
  push: ({ machine, sockets, servers }) => chart(`Push: ${sockets} sockets, beside raw ws`, note(machine), [
    { title: 'events told in a second', target: 0.5, bars: barsOf(servers, ({ perSecond }) => perSecond.vsRaw) },
    { title: 'speed of a broadcast', target: 1 / 1.5, bars: barsOf(servers, ({ broadcastMillis: { vsRaw } }) => ({ median: 1 / vsRaw.median, low: 1 / vsRaw.high, high: 1 / vsRaw.low })) },
  ]),
  capture: ({ machine, users, fanOut, marks }) => chart('Writes: beside a bare loop of transactions with the stock SDK', note(machine), [
    { title: `one event to ${users} users`, target: 0.9, bars: [{ name: 'sino', ...fanOut.ratio }] },
    { title: 'markRead', target: 0.9, bars: marks.map(({ size, ratio }) => ({ name: `${size} ids`, ...ratio })) },
  ]),
};
