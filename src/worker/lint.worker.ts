import './hosts/lint-host.ts';
