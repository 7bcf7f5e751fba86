import './hosts/experiment-host.ts';
