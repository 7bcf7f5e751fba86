import { type ReactNode, useId } from 'react';
import { debugStoreOf } from '../../store/debug.ts';
import { useActions, useRuntime, useView } from '../../store/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { moveAlong } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { SPEEDS, speedText } from './speeds.ts';
import { unitText, useUnitName, useUnits } from './step-units.ts';
import css from './timeline.module.css';

/** Speeds of this menu. With "More detail" the page offers slower and faster ones, too. */
const PLAIN_SPEEDS = SPEEDS.filter((speed) => speed >= 0.25 && (speed <= 10 || !Number.isFinite(speed)));

/** One button that says what a step is and how fast the run plays, and opens a menu to choose both. */
export function StepMenu() {
  const id = useId();
  const unit = useUnitName();
  const speed = useView((view) => view.speed);
  const words = Number.isFinite(speed) ? speedText(speed) : 'fastest';
  return (
    <>
      <Button
        look="outlined"
        popoverTarget={id}
        aria-label={`Step by ${unit}, speed ${speedText(speed)}. Change`}
      >
        by {unit}, {words}
        <Icon name="down" />
      </Button>
      <Popover id={id} label="Step and speed" className={css.stepPopover}>
        {(close) => <Choices close={close} />}
      </Popover>
    </>
  );
}

function Choices({ close }: { close: () => void }) {
  const actions = useActions();
  const { store } = useRuntime();
  const units = useUnits();
  const unit = useView((view) => view.stepUnit);
  const speed = useView((view) => view.speed);
  const choose = (work: () => void) => () => {
    work();
    close();
  };
  return (
    <div className={css.stepChoices}>
      <Group title="Step by">
        {units.map((one) => (
          <Choice
            key={one.value}
            chosen={one.value === unit}
            onChoose={choose(() => actions.look({ stepUnit: one.value }))}
          >
            {unitText(one)}
          </Choice>
        ))}
        <Choice chosen={false} onChoose={choose(() => debugStoreOf(store).setState({ open: true }))}>
          until …
        </Choice>
      </Group>
      <Group title="Speed">
        {PLAIN_SPEEDS.map((one) => (
          <Choice key={one} chosen={one === speed} onChoose={choose(() => void actions.setSpeed(one))}>
            {speedText(one)}
          </Choice>
        ))}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="menu" role="group" aria-labelledby={id} onKeyDown={(event) => moveAlong(event, 'button')}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

interface ChoiceProps {
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ chosen, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose}>
      {children}
    </button>
  );
}
