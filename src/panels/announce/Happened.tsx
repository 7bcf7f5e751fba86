import { announce } from '../../explain/announce.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { useDramas } from './useNews.ts';
import css from './announce.module.css';

/** Lists the headlines so far, newest first. A click on one goes to its moment. */
export function Happened() {
  const actions = useActions();
  const names = useNames();
  const { clock } = useKind();
  const page = useDramas();
  const step = useSession((session) => session.cursor.step);
  if (page === null || page.rows.length === 0) return null;
  return (
    <section className={css.happened} aria-labelledby="happened-title">
      <h2 id="happened-title">
        What happened <span className="dim">newest first</span>
      </h2>
      <ol className="stack gap-2">
        {page.rows.map((drama) => {
          const said = announce(drama, names);
          return (
            <li key={said.key} data-tone={said.tone}>
              <button
                type="button"
                aria-current={said.step === step || undefined}
                onClick={() => void actions.seek({ step: said.step })}
              >
                <span className={css.announceSign} aria-hidden="true">
                  {said.sign}
                </span>
                <span className="breaks">
                  <b>
                    <Sentence tokens={said.title} size="small" />
                  </b>
                  <br />
                  <span className="sub text-2">
                    <Sentence tokens={said.text} size="small" />
                  </span>
                </span>
                <span className="mono dim">{clock(said.at)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {page.before > 0 && (
        <p className="side-note dim">
          {page.before === 1 ? 'One more is' : `${page.before} more are`} on the timeline.
        </p>
      )}
    </section>
  );
}
