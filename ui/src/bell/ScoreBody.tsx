import type { CSSProperties, ReactNode } from 'react';
import type { ScoreNotification } from '../model/notification';
import { useBell } from './bell-context';
import { ArrowIcon } from './icons';
import { directionOf } from './summary';

const FULL_SCORE = 100;

export function ScoreBody({ notification }: { readonly notification: ScoreNotification }): ReactNode {
  const { messages, format } = useBell();
  const { oldScore, newScore, delta } = notification;
  const direction = directionOf(notification);
  const change = delta ?? (oldScore === null ? null : newScore - oldScore);
  return (
    <span className="sino-score" data-direction={direction}>
      {oldScore !== null && change !== null && (
        <>
          <span className="sino-sr">
            {messages.scoreFromTo(format.score(oldScore), format.score(newScore), format.delta(change))}
          </span>
          <span className="sino-score__figures" aria-hidden="true">
            <span className="sino-score__old">{format.score(oldScore)}</span>
            <ArrowIcon />
            <span className="sino-score__new">{format.score(newScore)}</span>
            <span className="sino-score__delta">{format.delta(change)}</span>
          </span>
        </>
      )}
      <ScoreTrack from={oldScore ?? newScore} to={newScore} />
    </span>
  );
}

function ScoreTrack({ from, to }: { readonly from: number; readonly to: number }): ReactNode {
  const percent = (score: number): string => `${Math.max(0, Math.min(FULL_SCORE, score))}%`;
  const style: CSSProperties & Record<`--sino-${string}`, string> = {
    '--sino-low': percent(Math.min(from, to)),
    '--sino-high': percent(Math.max(from, to)),
  };
  return <span className="sino-track" style={style} aria-hidden="true" />;
}
