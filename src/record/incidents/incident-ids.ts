/** Ids of the incidents. Files of an incident's recording begin with its id. */
const INCIDENT_IDS = [
  'newsletter',
  'relayhost',
  'provider-down',
  'greylisting',
  'rate-delay',
  'afternoon',
] as const;

/** True if a file is part of an incident's recording. */
export function isIncident(fileName: string): boolean {
  return INCIDENT_IDS.some((id) => fileName.startsWith(`${id} `));
}
