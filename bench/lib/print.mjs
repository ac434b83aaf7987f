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
};
