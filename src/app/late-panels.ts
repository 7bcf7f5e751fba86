/** Panels beside the stage, fetched after the first paint. The grid of the page reserves their places. */
import { late } from '../panels/kit/late.tsx';

/** The panels of every run of mail, in one file. Where it cannot be fetched, each panel says so in its place. */
const mailPanels = () => import('./mail-panels.ts');

export const ExplainPanel = late(mailPanels, (parts) => parts.ExplainPanel);
export const SayBar = late(mailPanels, (parts) => parts.SayBar);
export const Dock = late(mailPanels, (parts) => parts.Dock);
export const WholeLink = late(mailPanels, (parts) => parts.WholeLink, true);
export const RecipientsPanel = late(mailPanels, (parts) => parts.RecipientsPanel);
export const DestinationsPanel = late(mailPanels, (parts) => parts.DestinationsPanel);
export const WheelPanel = late(mailPanels, (parts) => parts.WheelPanel);
export const WorldPanel = late(mailPanels, (parts) => parts.WorldPanel);
export const ThreadsPanel = late(mailPanels, (parts) => parts.ThreadsPanel);
export const ThreadsLink = late(mailPanels, (parts) => parts.ThreadsLink, true);
/** What is announced is known only once a run has been followed: it may come after the picture. */
export const Headline = late(mailPanels, (parts) => parts.Headline, true);
export const LiveRegion = late(mailPanels, (parts) => parts.LiveRegion, true);
/** Nothing is repeated before there is something to play. */
export const Repeat = late(mailPanels, (parts) => parts.Repeat, true);
/** Nothing covers the stage before it is there. */
export const FocusBack = late(mailPanels, (parts) => parts.FocusBack, true);
export const PanelHandle = late(mailPanels, (parts) => parts.PanelHandle, true);

export const LogHere = late(
  () => import('../record/panels/replay/LogHere.tsx'),
  (parts) => parts.LogHere,
);
export const RecordPanel = late(
  () => import('../record/panels/replay/RecordPanel.tsx'),
  (parts) => parts.RecordPanel,
);
export const ReplayStrip = late(
  () => import('../record/panels/replay/ReplayStrip.tsx'),
  (parts) => parts.ReplayStrip,
);
