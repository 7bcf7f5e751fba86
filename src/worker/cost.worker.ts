import './hosts/cost-host.ts';
