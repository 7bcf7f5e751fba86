import './hosts/simulation-host.ts';
