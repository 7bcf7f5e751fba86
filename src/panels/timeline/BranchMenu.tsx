import { useId, useState, type KeyboardEvent } from 'react';
import type { InputError } from '../../protocol/result.ts';
import type { TimelineSlice } from '../../protocol/answers.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatSeconds } from '../../explain/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Field } from '../../ui/Field.tsx';
import { useKind } from '../kinds/views.ts';
import css from './timeline.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

type Branches = TimelineSlice['branches'];

/** All branches of this run, with buttons to show, compare, rename and delete them. */
export function BranchMenu({ branches }: { branches: Branches }) {
  const id = useId();
  const current = branches.find((branch) => branch.current);
  return (
    <>
      <Button popoverTarget={id} aria-label={`${branches.length} branches, ${current?.name ?? ''} is shown`}>
        <Icon name="branch" />
        {branches.length}
        <span className={css.onlyWide}>branches</span>
      </Button>
      <Popover id={id} label="Branches" className={css.branchesPopover}>
        {(close) => (
          <>
            <h2>Branches</h2>
            <ul className={`stack gap-2 ${css.branchList}`}>
              {branches.map((branch) => (
                <BranchItem key={branch.id} branch={branch} shown={current} onCompare={close} />
              ))}
            </ul>
            <p className="dim text-1">Changing the past keeps the old run and starts a branch.</p>
          </>
        )}
      </Popover>
    </>
  );
}

interface BranchItemProps {
  branch: Branches[number];
  shown: Branches[number] | undefined;
  onCompare: () => void;
}

function BranchItem({ branch, shown, onCompare }: BranchItemProps) {
  const actions = useActions();
  const { comparable } = useKind();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null) {
    return (
      <li className="row wrap">
        <Rename id={branch.id} draft={draft} setDraft={setDraft} />
      </li>
    );
  }
  return (
    <li className="row gap-2" data-current={branch.current || undefined}>
      <Button
        className="grow between"
        aria-current={branch.current}
        onClick={() => void actions.switchBranch(branch.id)}
      >
        <span className={branch.current ? 'cut strong' : 'cut'}>{branch.name}</span>
        <span className="dim mono text-1">
          {branch.forkAt === 0 ? 'from the start' : `from ${formatSeconds(branch.forkAt)}`}
        </span>
      </Button>
      {!branch.current && shown !== undefined && comparable && (
        <IconButton
          name={`Compare ${shown.name} with ${branch.name}`}
          icon="compare"
          onClick={() => {
            actions.look({ mainPanel: { kind: 'compare', a: shown.id, b: branch.id } });
            onCompare();
          }}
        />
      )}
      <IconButton name={`Rename ${branch.name}`} icon="rename" onClick={() => setDraft(branch.name)} />
      {branch.parent !== 0 && (
        <IconButton
          name={`Delete ${branch.name}`}
          icon="close"
          onClick={() => void actions.deleteBranch(branch.id)}
        />
      )}
    </li>
  );
}

interface RenameProps {
  id: number;
  draft: string;
  setDraft: (draft: string | null) => void;
}

function Rename({ id, draft, setDraft }: RenameProps) {
  const actions = useActions();
  const [refusal, setRefusal] = useState<InputError | undefined>();
  const save = async (): Promise<void> => {
    const renamed = await actions.renameBranch(id, draft);
    if (renamed.ok) setDraft(null);
    else setRefusal(renamed.errors[0]);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape closes only the field, not the list around it.
    event.preventDefault();
    event.stopPropagation();
    setDraft(null);
  };
  return (
    <form
      className="row wrap gap-6 grow"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Name of the branch"
        invalid={refusal !== undefined}
        aria-describedby={`branch-${id}-error`}
        // The field replaces the button that the reader just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={draft}
        maxLength={80}
        onChange={setDraft}
        onKeyDown={keys}
      />
      <button type="submit" className="btn">
        Rename
      </button>
      <FieldError id={`branch-${id}-error`} error={refusal} />
    </form>
  );
}
