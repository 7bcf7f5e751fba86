import { askForExport } from './asked-export.ts';
import { Icon } from '../../ui/Icon.tsx';
import embedCss from '../../app/embed/embed.module.css';

/** Saves a panel as a picture: `panel` is the id of its element. */
export function ExportButton({ panel }: { panel: string }) {
  return (
    <button
      type="button"
      className={`icon-btn ${embedCss.exportButton}`}
      aria-label="Save this panel as a picture"
      data-tip="save as a picture"
      data-tip-at="end"
      onClick={() => askForExport(panel)}
    >
      <Icon name="download" />
    </button>
  );
}
