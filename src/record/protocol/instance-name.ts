/** Identifies one instance of Postfix in a record: its host and its `syslog_name`. */
export interface InstanceName {
  host: string;
  instance: string;
}
