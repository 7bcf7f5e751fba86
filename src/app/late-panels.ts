/** Panels beside the stage, loaded after the first paint. The page's grid reserves their space. */
import { lazyAfterFirstPaint } from '../panels/kit/lazy.tsx';

/** The panels of mail runs, in one file. If the file cannot be loaded, each panel shows the error in its place. */
const mailPanels = () => import('./mail-panels.ts');

export const ExplainPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.ExplainPanel);
export const ExplainRest = lazyAfterFirstPaint(mailPanels, (parts) => parts.ExplainRest, true);
export const SayBar = lazyAfterFirstPaint(mailPanels, (parts) => parts.SayBar);
export const Verbs = lazyAfterFirstPaint(mailPanels, (parts) => parts.Verbs);
export const VerbBar = lazyAfterFirstPaint(mailPanels, (parts) => parts.VerbBar);
export const DockTiles = lazyAfterFirstPaint(mailPanels, (parts) => parts.DockTiles);
export const Dock = lazyAfterFirstPaint(mailPanels, (parts) => parts.Dock);
export const WholeLink = lazyAfterFirstPaint(mailPanels, (parts) => parts.WholeLink, true);
export const RecipientsPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.RecipientsPanel);
export const DestinationsPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.DestinationsPanel);
export const WheelPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.WheelPanel);
export const WorldPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.WorldPanel);
export const ThreadsPanel = lazyAfterFirstPaint(mailPanels, (parts) => parts.ThreadsPanel);
export const ThreadsLink = lazyAfterFirstPaint(mailPanels, (parts) => parts.ThreadsLink, true);
/** Announcements start only after the run has advanced, so the headline can load last. */
export const Headline = lazyAfterFirstPaint(mailPanels, (parts) => parts.Headline, true);
export const LiveRegion = lazyAfterFirstPaint(mailPanels, (parts) => parts.LiveRegion, true);
/** Not needed until a run plays. */
export const Repeat = lazyAfterFirstPaint(mailPanels, (parts) => parts.Repeat, true);
/** Not needed until a panel covers the stage. */
export const FocusBack = lazyAfterFirstPaint(mailPanels, (parts) => parts.FocusBack, true);
export const PanelHandle = lazyAfterFirstPaint(mailPanels, (parts) => parts.PanelHandle, true);

export const LogHere = lazyAfterFirstPaint(
  () => import('../record/panels/replay/LogHere.tsx'),
  (parts) => parts.LogHere,
);
export const RecordPanel = lazyAfterFirstPaint(
  () => import('../record/panels/replay/RecordPanel.tsx'),
  (parts) => parts.RecordPanel,
);
export const ReplayStrip = lazyAfterFirstPaint(
  () => import('../record/panels/replay/ReplayStrip.tsx'),
  (parts) => parts.ReplayStrip,
);
