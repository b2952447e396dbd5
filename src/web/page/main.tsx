import { render } from "preact";
import { App } from "./shell/app.js";
import { beginSession } from "./session/session.js";
import "./shell/theme.css";
import "./shell/shell.css";

const root = document.getElementById("page");
if (root) {
  beginSession();
  root.replaceChildren();
  render(<App />, root);
}
