import { printTable, withSpread } from './report.mjs';

/** One printer for each suite: the medians, with the lowest and the highest round behind them. */
export const printers = {
  read({ operations }) {
    for (const { name, servers } of operations) {
      printTable(`read: ${name}`, ['server', 'throughput / L1', 'throughput / Apollo', 'requests per CPU / L1', 'requests/s', 'CPU ms', 'p50 ms', 'p99 ms'],
        servers.map((server) => [
          server.name, withSpread(server.throughputVsL1), withSpread(server.throughputVsApollo), withSpread(server.cpuVsL1),
          server.perSecond.median.toFixed(0), server.cpuMillis.median.toFixed(2), server.p50.median.toFixed(1), server.p99.median.toFixed(1),
        ]));
    }
  },

  capture({ users, fanOut, marks, live, crowd }) {
    printTable(`capture: one event to ${users} users`, ['', 'sino / bare transactions', 'notifications/s'],
      [['fan-out', withSpread(fanOut.ratio), fanOut.perSecond.median.toFixed(0)]]);
    printTable('mark', ['ids', 'sino / bare transaction', 'ms a call'], marks.map(({ size, ratio, millis }) => [size, withSpread(ratio), withSpread(millis, 1)]));
    printTable('source row to socket', ['', 'events/s reached', 'lost', 'p50 ms', 'p99 ms'],
      live.map(({ name, reached, lost, p50, p99 }) => [name, reached.toFixed(0), lost, p50.toFixed(1), p99.toFixed(1)]));
    printTable('one event to many', ['users', 'seconds', 'MiB more than before'], [[crowd.users, crowd.seconds.toFixed(1), crowd.mebibytesMore.toFixed(0)]]);
  },

  cost({ dollarsPerMillionUnits: { read, write }, rows }) {
    printTable(`cost, at $${read} a million reads and $${write} a million writes`, ['operation', 'read units', 'write units', '$ a million'],
      rows.map((row) => [row.name, row.read, row.write, row.dollarsPerMillion.toFixed(2)]));
  },

  growth({ startMillis, idle, sizes }) {
    printTable('growth: notifications of one user', ['', 'page ms', 'page / smallest', 'count ms', 'mark ms', 'mark / smallest'],
      sizes.map(({ size, page, count, mark }) => [
        size, page.millis.median.toFixed(1), withSpread(page.ratio), count.millis.median.toFixed(1), mark.millis.median.toFixed(1), withSpread(mark.ratio),
      ]));
    printTable('at rest', ['start to ready ms', 'idle CPU %', 'RSS MiB'], [[startMillis.toFixed(0), idle.cpuPercent.toFixed(2), idle.rssMiB.toFixed(0)]]);
  },

  push({ sockets, perSecond, servers }) {
    printTable(`push: ${sockets} sockets, ${perSecond} events/s`,
      ['server', 'KB a socket', 'p50 ms', 'p99 ms', 'p99 / raw', 'events/s', 'events/s / raw', 'broadcast ms', 'broadcast / raw', 'lost'],
      servers.map((server) => [
        server.name, (server.bytesPerSocket / 1024).toFixed(1), server.p50.value.median.toFixed(1), server.p99.value.median.toFixed(1), withSpread(server.p99.vsRaw),
        server.perSecond.value.median.toFixed(0), withSpread(server.perSecond.vsRaw), server.broadcastMillis.value.median.toFixed(0),
        withSpread(server.broadcastMillis.vsRaw), server.lost,
      ]));
  },
};
