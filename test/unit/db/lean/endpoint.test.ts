import { createClients, type Clients } from '../../../../src/db/client';
import { endpointOf } from '../../../../src/db/lean/endpoint';
import { sdkSigner } from '../../../../src/db/lean/signing';

const REGION = 'sa-east-1';
const NAMES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_DYNAMODB'] as const;

describe('The address of the lean client is the one that the SDK would call', () => {
  const before = new Map(NAMES.map((name) => [name, process.env[name]]));
  const opened: Clients[] = [];
  const clientsAt = (endpoint?: string): Clients => {
    const clients = createClients({ endpoint, region: REGION, useLocalCredentials: false });
    opened.push(clients);
    return clients;
  };
  const addressesAt = async (endpoint?: string) => {
    const { dynamodb, streams } = clientsAt(endpoint);
    return [(await endpointOf(dynamodb)).href, (await endpointOf(streams)).href];
  };

  beforeEach(() => {
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' });
  });
  afterEach(() => {
    for (const clients of opened.splice(0)) clients.stop();
  });
  afterAll(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });

  it('in a region', async () => {
    expect(await addressesAt()).toEqual([`https://dynamodb.${REGION}.amazonaws.com/`, `https://streams.dynamodb.${REGION}.amazonaws.com/`]);
  });

  it('at an endpoint of its own', async () => {
    expect(await addressesAt('http://127.0.0.1:8000')).toEqual(['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/']);
  });

  it('where a variable of the SDK names one, for all services or for this one', async () => {
    process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:8001';
    expect(await addressesAt()).toEqual(['http://127.0.0.1:8001/', 'http://127.0.0.1:8001/']);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:8002';
    expect(await addressesAt()).toEqual(['http://127.0.0.1:8002/', 'http://127.0.0.1:8001/']);
    expect(await addressesAt('http://127.0.0.1:8000')).toEqual(['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/']);
  });

  it('and is asked for again after a failure', async () => {
    const { dynamodb } = clientsAt();
    const signer = sdkSigner(dynamodb);
    const region = jest.spyOn(dynamodb.config, 'region').mockRejectedValue(new Error('no region yet'));
    await expect(signer.url()).rejects.toThrow('no region yet');
    region.mockRestore();
    expect((await signer.url()).href).toBe(`https://dynamodb.${REGION}.amazonaws.com/`);
  });
});
