import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian has programs of administrators, which are not on the path of every user. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

/** Debian's Python, which sees Debian's modules. */
const DEBIAN_PYTHON = "/usr/bin/python3";

/**
 * Returns the path of a program that others have written, `undefined` where it is not installed: then its tests are skipped.
 *
 * @param debianPackage that has it
 * @throws {Error} it is not installed, and `PROGRAM_TESTS=required`
 */
export function findProgram(name: string, debianPackage = name): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  const path = folders.map((folder) => join(folder, name)).find(isExecutable);
  return foundOrSkipped(path, debianPackage);
}

/**
 * Returns the path of Debian's Python where it has the module `requests`, `undefined` where it has not.
 *
 * @throws {Error} it has not, and `PROGRAM_TESTS=required`
 */
export function findPythonWithRequests(): string | undefined {
  const tried = spawnSync(DEBIAN_PYTHON, ["-c", "import requests"], { stdio: "ignore" });
  return foundOrSkipped(tried.status === 0 ? DEBIAN_PYTHON : undefined, "python3-requests");
}

function foundOrSkipped(path: string | undefined, debianPackage: string): string | undefined {
  if (path === undefined && process.env["PROGRAM_TESTS"] === "required") {
    throw new Error(`A test needs a program: apt-get install ${debianPackage}`);
  }
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
