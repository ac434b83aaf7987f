import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { createRoot } from 'react-dom/client';
import { fetchToken } from '../page/dev-server';
import { EditorsReady } from './EditorsReady';
import { EXAMPLES } from './examples';
import { createFetcher } from './fetcher';
import './playground.css';
import { createStorage } from './storage';

const DEVELOPMENT_USER = 'ana';

async function headersOfToday(): Promise<{ readonly authorization: string }> {
  // Outside development mode nobody hands out tokens: whoever is here brings one.
  const token = await fetchToken(DEVELOPMENT_USER).catch(() => '');
  return { authorization: `Bearer ${token}` };
}

async function start(root: HTMLElement): Promise<void> {
  root.inert = true;
  const headers = await headersOfToday();
  const headersText = JSON.stringify(headers, null, 2);
  createRoot(root).render(
    <GraphiQL
      fetcher={createFetcher('/graphql', headers)}
      defaultTabs={EXAMPLES.map((example) => ({ ...example, headers: headersText }))}
      defaultHeaders={headersText}
      defaultEditorToolsVisibility="headers"
      storage={createStorage(localStorage, headersText)}
      showPersistHeadersSettings={false}
    >
      <GraphiQL.Logo>
        <EditorsReady page={root} />
        <a className="playground-logo" href="/">
          Sino
        </a>
      </GraphiQL.Logo>
    </GraphiQL>,
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
