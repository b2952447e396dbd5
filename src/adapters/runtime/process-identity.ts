import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCodeOf } from "./system-error.js";

/** Separates the parts of an identity; no host name contains it. */
const SEPARATOR = "|";

/**
 * Creates a text that no other process has, now or later. From it, `hasEnded` knows processes of this
 * machine that have ended.
 */
export function newIdentity(): string {
  return [...ownPlace(), process.pid, randomUUID()].join(SEPARATOR);
}

/**
 * Returns whether the process with this identity certainly has ended: it ran on this machine, and no
 * process has its id now.
 */
export function hasEnded(identity: string): boolean {
  const [host, namespace, pid] = identity.split(SEPARATOR);
  const [ownHost, ownNamespace] = ownPlace();
  if (host !== ownHost || namespace !== ownNamespace) return false;
  return !isRunning(Number(pid));
}

/** Returns the host of the process with this identity, and its id on that host. */
export function placeOf(identity: string): { readonly host: string; readonly pid: number } {
  const [host = "", , pid] = identity.split(SEPARATOR);
  return { host, pid: Number(pid) };
}

/** Returns the host and, on Linux, the namespace of the process ids: containers have their own. */
function ownPlace(): readonly [host: string, namespace: string] {
  try {
    return [hostname(), readlinkSync("/proc/self/ns/pid")];
  } catch {
    return [hostname(), ""];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}
