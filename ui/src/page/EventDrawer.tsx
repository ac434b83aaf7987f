import { useState, type ReactNode } from 'react';
import { CloudOffIcon, QuestionIcon, TrendUpIcon } from '../bell/icons';
import { useMedia } from '../bell/use-media';
import type { Session } from '../session/session';
import { ChoiceField } from './ChoiceField';
import { writeSourceEvent, type DevCatalog, type SourceEvent } from './dev-server';
import { BurstIcon } from './BurstIcon';
import type { PageMessages } from './messages';

interface EventDrawerProps {
  readonly catalog: DevCatalog;
  readonly session: Session;
  readonly messages: PageMessages;
}

const BURST = 50;

export function EventDrawer({ catalog, session, messages }: EventDrawerProps): ReactNode {
  const [product, setProduct] = useState<string | null>(catalog.products[0] ?? null);
  const [env, setEnv] = useState<string | null>(catalog.envs[0] ?? null);
  const [result, setResult] = useState('');
  const isWide = useMedia('(min-width: 900px)');

  async function write(event: Pick<SourceEvent, 'kind' | 'count'>): Promise<void> {
    try {
      const written = await writeSourceEvent({
        ...event,
        ...(product === null ? {} : { productId: product }),
        ...(env === null ? {} : { env }),
      });
      setResult(messages.written(written));
    } catch {
      setResult(messages.notWritten);
    }
  }

  function drop(): void {
    session.dropConnection();
    setResult(messages.dropped);
  }

  return (
    <details key={String(isWide)} className="page-drawer" open={isWide} data-sino-keep-open>
      <summary>{messages.drawer}</summary>
      <p className="page-quiet">{messages.drawerHint}</p>
      <ChoiceField label={messages.product} choices={catalog.products} chosen={product} onChoose={setProduct} />
      <ChoiceField label={messages.env} choices={catalog.envs} chosen={env} onChoose={setEnv} />
      <div className="page-actions">
        <ActionTile text={messages.question} icon={<QuestionIcon />} onClick={() => void write({ kind: 'question' })} />
        <ActionTile text={messages.score} icon={<TrendUpIcon />} onClick={() => void write({ kind: 'score' })} />
        <ActionTile
          text={messages.burst}
          icon={<BurstIcon />}
          onClick={() => void write({ kind: 'question', count: BURST })}
        />
        <ActionTile text={messages.drop} icon={<CloudOffIcon />} onClick={drop} />
      </div>
      <p className="page-result" role="status">
        {result}
      </p>
    </details>
  );
}

interface ActionTileProps {
  readonly text: readonly [title: string, hint: string];
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function ActionTile({ text: [title, hint], icon, onClick }: ActionTileProps): ReactNode {
  return (
    <button type="button" className="page-action" onClick={onClick}>
      <span className="page-action__icon">{icon}</span>
      <span>
        <strong>{title}</strong>
        <span>{hint}</span>
      </span>
    </button>
  );
}
