#!/usr/bin/env node
// The program of the npm package. Written for any Node, so that an older one prints a sentence instead of a syntax error.
'use strict';

var version = process.versions.node;
if (parseInt(version, 10) >= 18) void import('./qmgrscope.mjs');
else {
  console.error(`qmgrscope needs Node 18 or newer. This is Node ${version} (${process.execPath}).`);
  process.exitCode = 2;
}
