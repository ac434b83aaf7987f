import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { createFormat } from '../i18n/format';
import type { Locale } from '../i18n/locale';
import type { BellNotification } from '../model/notification';
import type { Session } from '../session/session';
import { Announcer } from './Announcer';
import { BellContext, type BellContextValue } from './bell-context';
import { BellButton } from './BellButton';
import { Panel } from './Panel';
import type { Theme } from './theme';
import './styles/bell.css';

interface BellProps {
  readonly session: Session;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly onOpenNotification: ((notification: BellNotification) => void) | null;
}

export function Bell({ session, locale, theme, onOpenNotification }: BellProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpen(false), []);
  const context = useMemo<BellContextValue>(
    () => ({
      session,
      messages: locale.messages,
      format: createFormat(locale.tag),
      onOpenNotification:
        onOpenNotification === null
          ? null
          : (notification) => {
              setOpen(false);
              onOpenNotification(notification);
            },
    }),
    [session, locale, onOpenNotification],
  );
  return (
    <BellContext value={context}>
      <div className="sino" data-theme={theme} lang={locale.tag}>
        <BellButton ref={bell} isOpen={isOpen} panelId={panelId} onClick={() => setOpen((wasOpen) => !wasOpen)} />
        {isOpen && <Panel id={panelId} bell={bell} onClose={close} />}
        <Announcer />
      </div>
    </BellContext>
  );
}
