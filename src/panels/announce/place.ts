import type { Place } from '../../explain/announce.ts';
import type { Actions } from '../../store/actions.ts';
import { focusStage } from '../kit/focus-stage.ts';

/** Opens the picture of a place: in the stage's own place, or its row, or its card. The focus goes along. */
export function openPlace(actions: Actions, place: Place): void {
  show(actions, place);
  focusStage();
}

function show(actions: Actions, place: Place): void {
  switch (place.kind) {
    case 'destination':
      actions.setHero({ kind: 'destination', transport: place.transport, name: place.name });
      break;
    case 'transport':
      actions.setHero(null);
      actions.setTransport(place.name);
      break;
    case 'message':
      actions.select(place.number);
      actions.setHero({ kind: 'mail' });
      break;
    case 'mail':
    case 'threads':
    case 'wheel':
      actions.setHero({ kind: place.kind });
      break;
    default:
      place satisfies never;
  }
}

/** The element on the page that shows a place; null when it is not in the picture. */
export function elementOf(place: Place): Element | null {
  switch (place.kind) {
    case 'destination': {
      const key = CSS.escape(`destination:${place.transport}:${place.name}`);
      const name = document.querySelector(`.dest [data-why="${key}"]`);
      return name?.closest('tr') ?? name;
    }
    case 'transport':
      return document.querySelector('.stage-dead');
    case 'message':
      return document.querySelector(`.stage-panel [data-number="${place.number}"]`) ?? panelOf('recipients');
    case 'mail':
      return panelOf('recipients');
    case 'threads':
      return panelOf('threads');
    case 'wheel':
      return panelOf('wheel');
    default:
      return place satisfies never;
  }
}

/** A panel of the dock, or the tab that opens it where there is no room for all. */
function panelOf(name: 'recipients' | 'threads' | 'wheel'): Element | null {
  return document.getElementById(`dock-${name}`) ?? document.getElementById(`tab-${name}`);
}
