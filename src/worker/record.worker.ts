import './hosts/record-host.ts';
