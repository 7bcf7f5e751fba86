import './hosts/policies-host.ts';
