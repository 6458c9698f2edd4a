import {html, render} from "lit-html"; render(html`<h1>Kibitz</h1>`, document.getElementById("app"));
