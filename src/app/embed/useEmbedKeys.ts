import { useEffect } from 'react';
import { useActions } from '../../store/hooks.ts';
import { commandFor } from '../keymap.ts';
import { keyPlaceOf } from '../useKeys.ts';

/** Play and step by keys while the view has the focus. No letters: they belong to the page around it. */
export function useEmbedKeys(): void {
  const actions = useActions();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const command = commandFor(event, keyPlaceOf(event.target), false);
      if (command === 'toggle') void actions.toggle();
      else if (command === 'step-back') void actions.step(-1);
      else if (command === 'step-forward') void actions.step(1);
      else if (command === 'to-start') void actions.seekStart();
      else if (command === 'to-head') void actions.seekHead();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [actions]);
}
