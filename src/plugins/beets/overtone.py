"""Fills the fields of a beets library with what an Overtone server measures: bpm, initial_key, moods and others."""

import hashlib
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

from beets import ui
from beets.dbcore import types
from beets.plugins import BeetsPlugin
from beets.util import displayable_path, syspath

# How many analyses are started before the first of them is waited for.
STARTED_AT_ONCE = 50

# Maximum time of one request, seconds: longer than the server waits for an analysis.
REQUEST_SECONDS = 660

# The names of the pitch classes 0 to 11, as the field initial_key has them.
PITCHES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")

MOODS = ("happy", "sad", "relaxed", "aggressive")

# Values in [0, 1] that become fields of their names.
DESCRIPTORS = (
    # descriptors: shares
    "energy",
    "liveness",
    "danceability",
    "instrumentalness",
    "speechiness",
    "acousticness",
    "valence",
    "arousal",
    "approachability",
    "engagement",
    # end of descriptors
)

# Values in [0, 1] are shown with four digits, as the server has them.
SHARE = types.Float(4)

# Codes of the server for tracks whose audio it does not have.
WITHOUT_AUDIO = ("TRACK_NOT_FOUND", "AUDIO_NOT_FOUND")


class NoAnalysis(Exception):
    """Why a track has no analysis, with the code of the server."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class OvertonePlugin(BeetsPlugin):
    item_types = {
        "time_signature": types.INTEGER,
        **{f"mood_{mood}": SHARE for mood in MOODS},
        **{name: SHARE for name in DESCRIPTORS},
    }

    def __init__(self):
        super().__init__()
        self.config.add(
            {
                "url": "http://127.0.0.1:4000",
                "key": "",
                "auto": False,
                "force": False,
                "upload": False,
                "timeout": 600,
            }
        )
        self.config["key"].redact = True
        if self.config["auto"].get(bool):
            self.import_stages = [self.imported]

    def commands(self):
        command = ui.Subcommand("overtone", help="fetch bpm, key, moods and others from Overtone")
        command.parser.add_option(
            "-f", "--force", action="store_true", help="also for tracks that have them"
        )
        command.parser.add_option(
            "-p", "--pretend", action="store_true", help="print the values, and change nothing"
        )
        command.func = self.command
        return [command]

    def command(self, lib, options, words):
        items = lib.items(words)
        self.fill(items, force=options.force, pretend=options.pretend)

    def imported(self, _session, task):
        self.fill(task.imported_items())

    def fill(self, items, force=False, pretend=False):
        """Stores the values of all items that lack any; with `force`, of all."""
        force = force or self.config["force"].get(bool)
        wanted = [item for item in items if force or is_incomplete(item)]
        filled = 0
        for start in range(0, len(wanted), STARTED_AT_ONCE):
            block = wanted[start : start + STARTED_AT_ONCE]
            # Several are measured at once where they are known to the server before they are waited for.
            for item in block if len(block) > 1 else []:
                self.try_item(item, lambda one: self.request(one, is_waiting=False))
            for item in block:
                analysis = self.try_item(item, self.analysis_of, is_told=True)
                if analysis is not None:
                    self.store(item, fields_of(analysis), pretend)
                    filled += 1
        self._log.info("{0} of {1} tracks have values of Overtone.", filled, len(wanted))

    def try_item(self, item, work, is_told=False):
        """Returns the result of `work`, or None and a message where the track has no analysis."""
        try:
            return work(item)
        except NoAnalysis as problem:
            if is_told:
                self._log.warning("{0}: {1} ({2})", shown(item), problem, problem.code)
            return None

    def store(self, item, fields, pretend):
        if pretend:
            values = " ".join(f"{name}={value}" for name, value in sorted(fields.items()))
            ui.print_(f"{shown(item)}: {values}")
            return
        item.update(fields)
        if ui.should_write():
            item.try_write()
        item.store()

    def analysis_of(self, item):
        """Returns the analysis of an item, and waits for it."""
        end = time.monotonic() + self.config["timeout"].get(int)
        try:
            answer = self.request(item)
        except NoAnalysis as problem:
            if problem.code not in WITHOUT_AUDIO or not self.config["upload"].get(bool):
                raise
            answer = self.upload(item)
        while answer[0] == 202:
            if time.monotonic() >= end:
                raise NoAnalysis("TIMED_OUT", "The analysis is not ready; try again later.")
            time.sleep(min(answer[1], max(0, end - time.monotonic())))
            answer = self.request(item)
        return answer[2]

    def request(self, item, is_waiting=True):
        names = urllib.parse.urlencode({"artist": item.artist, "track": item.title})
        headers = {} if is_waiting else {"Prefer": "respond-async"}
        return self.send(f"/api/audio/analysis/{track_key_of(item)}?{names}", headers)

    def upload(self, item):
        names = urllib.parse.urlencode({"artist": item.artist, "track": item.title})
        path = syspath(item.path)
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Length": str(os.path.getsize(path)),
        }
        with open(path, "rb") as file:
            return self.send(f"/api/audio/analysis?{names}", headers, file)

    def send(self, path, headers, body=None):
        """Returns the status, the time after which to ask again in seconds, and the analysis where it is ready."""
        url = self.config["url"].as_str().rstrip("/")
        key = self.config["key"].as_str() or os.environ.get("OVERTONE_API_KEY", "")
        sent = {"Authorization": f"Bearer {key}", "User-Agent": "beets-overtone", **headers}
        request = urllib.request.Request(url + path, data=body, headers=sent)
        try:
            with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as response:
                wait = float(response.headers.get("Retry-After", 1))
                return response.status, wait, json.load(response).get("data")
        except urllib.error.HTTPError as error:
            return self.refused(error)
        except (urllib.error.URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise ui.UserError(
                f"overtone: {url} cannot be reached ({reason}). Start the server, or set overtone.url."
            ) from error

    def refused(self, error):
        code, message = problem_in(error)
        if error.code == 429 or (error.code == 503 and error.headers.get("Retry-After")):
            return 202, float(error.headers.get("Retry-After", 1)), None
        if error.code in (401, 403):
            hint = "Set overtone.key, or OVERTONE_API_KEY, to a key of the server."
            raise ui.UserError(f"overtone: {message} {hint}") from error
        raise NoAnalysis(code, message) from error


def problem_in(error):
    """Returns code and message of an error of the server, or of a proxy before it."""
    try:
        problem = json.load(error)["error"]
        return problem["code"], problem["message"]
    except (ValueError, KeyError, TypeError):
        return str(error.code), f"The server responded with status {error.code}."


def track_key_of(item):
    """Returns the key by which Overtone knows the item's artist and title."""
    names = f"{item.artist.lower().strip()}:{item.title.lower().strip()}"
    return hashlib.sha256(names.encode("utf-8")).hexdigest()[:16]


def is_incomplete(item):
    """Returns whether the item lacks what the plugin would store; a value that was not measured is lacking, too."""
    return not item.get("bpm") or not item.get("initial_key") or item.get("mood_happy") is None


def fields_of(analysis):
    """Returns the measured values by the names of fields; what was not measured is absent."""
    key, mode = analysis.get("key"), analysis.get("mode")
    tempo = analysis.get("tempo")
    moods = analysis.get("mood") or {}
    values = {
        "bpm": None if tempo is None else int(round(tempo)),
        "initial_key": None if key is None else PITCHES[key] + ("m" if mode == 0 else ""),
        "time_signature": analysis.get("timeSignature"),
        **{f"mood_{mood}": moods.get(mood) for mood in MOODS},
        **{name: analysis.get(name) for name in DESCRIPTORS},
    }
    return {name: value for name, value in values.items() if value is not None}


def shown(item):
    return f"{item.artist} - {item.title}" if item.title else displayable_path(item.path)
