import type { TestEngine } from './engines';
import type { Proxy } from './proxy';
import { ServerInstance, timeOf } from './server-instance';

interface Options {
  readonly proxy: Proxy;
  readonly engine: TestEngine;
  readonly tableNames: Readonly<Record<string, string>>;
  readonly redisUrl: string;
  readonly size: number;
}

interface Kill {
  readonly at: number;
  readonly signal: NodeJS.Signals;
  /** The jobs whose shard it held. */
  readonly jobs: readonly string[];
}

/** Several servers of which one or another is always being killed, and started again. */
export class SoakFleet {
  readonly kills: Kill[] = [];
  private readonly all: ServerInstance[] = [];
  private servers: ServerInstance[] = [];

  constructor(private readonly options: Options) {}

  async start(): Promise<void> {
    for (let number = 0; number < this.options.size; number += 1) await this.startOne();
  }

  /** Some instance that is not just being killed. */
  any(): ServerInstance {
    const server = this.servers[Math.floor(Math.random() * this.servers.length)];
    if (!server) throw new Error('nobody is left');
    return server;
  }

  async killOne(): Promise<void> {
    const victim = this.any();
    const signal = Math.random() < 0.7 ? 'SIGKILL' : 'SIGTERM';
    this.servers = this.servers.filter((server) => server !== victim);
    this.kills.push({ at: Date.now(), signal, jobs: jobsOf(victim) });
    await victim.stop(signal);
    await this.startOne();
  }

  /** Milliseconds from each kill of an owner until its shard was taken up by somebody. */
  recoveryMillis(signal: NodeJS.Signals): number[] {
    const taken = this.all.flatMap((server) => server.says('shard taken up'));
    return this.kills.filter((kill) => kill.signal === signal).flatMap(({ at, jobs }) => jobs.flatMap((job) => {
      const times = taken.filter((line) => line.includes(`"job":"${job}"`)).map(timeOf).filter((time) => time >= at);
      return times.length > 0 ? [Math.min(...times) - at] : [];
    })).toSorted((a, b) => a - b);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  private async startOne(): Promise<void> {
    const { proxy, tableNames, redisUrl } = this.options;
    const server = await ServerInstance.start({ endpoint: proxy.endpoint, tableNames, env: { REDIS_URL: redisUrl } });
    this.servers.push(server);
    this.all.push(server);
  }
}

function jobsOf(server: ServerInstance): string[] {
  const held = (job: string) => server.says('shard taken up', `"job":"${job}"`).length - server.says('shard put down', `"job":"${job}"`).length;
  return ['capture', 'publish'].filter((job) => held(job) > 0);
}
