import { RULES_ASKED } from '../../explain/rules/rule.ts';
import RulePane from '../../panels/rules/RulePane.tsx';
import css from './embed.module.css';

/** Shows the rules executed at this instant, first the one that the address names. The reader can close it. */
export default function EmbedRule({ asked }: { asked: string }) {
  const first = RULES_ASKED.find((known) => known === asked) ?? null;
  return (
    <aside className={css.embedRule}>
      <RulePane first={first} leave="without the rule" />
    </aside>
  );
}
