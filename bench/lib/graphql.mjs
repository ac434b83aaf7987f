import { tokenFor } from './engine.mjs';

export async function postJson(url, body, headers = {}) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  return response.json();
}

/** One user's way to the API. */
export async function clientFor(server, user) {
  const authorization = `Bearer ${await tokenFor(user)}`;
  return async (query, variables = {}) => {
    const { data, errors } = await postJson(new URL('/graphql', server.url), { query, variables }, { authorization });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** The sum of a metric over its labels that match. */
export async function metric(server, name, labels = '') {
  const text = await (await fetch(new URL('/metrics', server.url))).text();
  let sum = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(name) && line.includes(labels) && /^[{ ]/.test(line.slice(name.length))) sum += Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return sum;
}
