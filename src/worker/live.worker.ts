import './hosts/live-host.ts';
