import type { ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { formatCounted, formatSeconds } from '../../explain/format.ts';
import { viewOf } from '../kinds/views.ts';
import css from './share.module.css';
import type { Carry, LinkPart, ShareLink } from './useLink.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';

interface SharePartsProps {
  link: ShareLink;
  carry: Carry;
  setCarry: (carry: Carry) => void;
  /** Number of the selected message, 0 = none. */
  selected: number;
  /** What the link selects, "" = nothing: the selected message or the main panel. */
  entity: string;
  /** Next job, such as `m6`; "" = no job, null = not requested or not known yet. */
  answer: string | null;
}

interface Line {
  part: LinkPart;
  text: ReactNode;
  /** Whether the part is offered. Default: when the run has anything of the part. */
  offered?: boolean;
  /** Whether the part is checked. Default: the reader's choice. */
  on?: boolean;
}

/** Parts of the link as a list of checkboxes. All but the first can be left out. */
export function ShareParts(props: SharePartsProps) {
  const { link, carry, setCarry } = props;
  const { scenario } = link.saved;
  const settings = viewOf(scenario).settings?.(scenario) ?? '';
  return (
    <div>
      <Part on text={`${scenario.script.length} scripted actions,${settings} seed`} cost="always" />
      {linesOf(props).map(
        ({ part, text, offered = link.cost[part] > 0, on = carry[part] }) =>
          offered && (
            <Part
              key={part}
              on={on}
              text={text}
              cost={link.cost[part] > 0 ? `+${link.cost[part]}` : ''}
              onChange={() => setCarry({ ...carry, [part]: !carry[part] })}
            />
          ),
      )}
    </div>
  );
}

function linesOf({ link, carry, selected, entity, answer }: SharePartsProps): Line[] {
  const { scenario, live, cursor } = link.saved;
  return [
    {
      part: 'instant',
      text: `instant ${formatSeconds(cursor.at)}, opens paused`,
      on: carry.instant && (carry.live || live.length === 0),
    },
    { part: 'selection', text: selectionText(selected, entity), offered: entity !== '' },
    {
      part: 'live',
      text: `${formatCounted(live.length, 'change')} made by hand`,
      offered: live.length > 0,
    },
    { part: 'bookmarks', text: 'bookmarks with their notes' },
    { part: 'marks', text: 'breakpoints and watches' },
    { part: 'note', text: 'the note below' },
    {
      part: 'answer',
      text:
        carry.answer && answer === ''
          ? 'No exercise here: nothing more is selected, or only one job could get the turn.'
          : 'the answer, for an exercise: which job gets the next turn?',
      // Offer the box without an answer: computing it needs a simulation, which runs once the box is checked.
      offered: viewOf(scenario).nextTurn === true,
    },
    { part: 'layout', text: 'the layout of the page' },
  ];
}

function selectionText(selected: number, entity: string): ReactNode {
  if (selected === 0) return 'the open panel';
  return (
    <>
      selection <Chip number={selected} size="small" />
      {entity.includes('__') && ' and the open panel'}
    </>
  );
}

interface PartProps {
  on: boolean;
  text: ReactNode;
  cost: string;
  /** Absent = cannot be left out. */
  onChange?: () => void;
}

function Part({ on, text, cost, onChange }: PartProps) {
  return (
    <Checkbox className={`text-2 ${css.sharePart}`} checked={on} onChange={onChange}>
      <span className="grow">{text}</span>
      <span className="mono dim text-1">{cost}</span>
    </Checkbox>
  );
}
