import './hosts/job-host.ts';
