import { RULES_ASKED } from '../../explain/rules/rule.ts';
import RulePane from '../../panels/rules/RulePane.tsx';
import css from './embed.module.css';

/** The rule executed at this instant, starting with the one named in the address; can be closed. */
export default function EmbedRule({ asked }: { asked: string }) {
  const first = RULES_ASKED.find((known) => known === asked) ?? null;
  return (
    <aside className={css.embedRule}>
      <RulePane first={first} leave="without the rule" />
    </aside>
  );
}
