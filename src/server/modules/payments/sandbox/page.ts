import { createHash } from "node:crypto";
import { SandboxSession, completeSandboxSession, getSandboxSession } from "#contract/payments/payments.ts";
import { shownAs } from "#server/platform/shown.ts";
import { Html, html } from "#server/platform/html.ts";
import { formatMoney } from "#server/platform/format.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import type { Sandbox } from "./sandbox.ts";

const style = `
:root{color-scheme:light dark;--ink:#16202e;--soft:#5c6877;--line:#d9dfe7;--back:#f4f6f9;--card:#fff;--act:#1d4ed8;--bad:#b42318;--good:#067647}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f7;--soft:#a3afbf;--line:#2b3645;--back:#0e141c;--card:#161e29;--act:#6f9bff;--bad:#ff8a7a;--good:#5fd6a0}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.banner{background:#ffd35c;color:#332600;padding:.6rem 1rem;text-align:center;font-weight:600;font-size:.9rem}
main{max-width:27rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.to{color:var(--soft);margin:0}.amount{font-size:2.6rem;font-weight:700;letter-spacing:-.02em;margin:.1rem 0 .2rem;font-variant-numeric:tabular-nums}
.what{margin:0 0 1.25rem;color:var(--soft)}
fieldset{border:1px solid var(--line);border-radius:12px;background:var(--card);padding:0;margin:0 0 1rem;overflow:hidden}
legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
label{display:flex;gap:.85rem;align-items:center;padding:.8rem 1rem;cursor:pointer;min-height:56px}label+label{border-top:1px solid var(--line)}
label:hover{background:color-mix(in srgb,var(--act) 7%,transparent)}label:has(:focus-visible){outline:3px solid var(--act);outline-offset:-3px}
input{flex:none;width:1.2rem;height:1.2rem;accent-color:var(--act);margin:0}b{display:block;font-weight:600}small{color:var(--soft);font-size:.875rem}
button{font:inherit;font-weight:650;width:100%;min-height:52px;border-radius:10px;border:1px solid transparent;cursor:pointer}
.pay{background:var(--act);color:var(--card)}.pay:disabled{opacity:.6;cursor:progress}.leave{background:none;color:var(--soft);margin-top:.5rem;border-color:var(--line)}
button:focus-visible{outline:3px solid var(--act);outline-offset:2px}.note{min-height:1.5em;font-weight:600;margin:.8rem 0 0}.bad{color:var(--bad)}.good{color:var(--good)}
[hidden]{display:none!important}.back{display:grid;place-content:center;min-height:52px;border-radius:10px;border:1px solid var(--line);color:var(--act);font-weight:650;margin-top:.8rem;text-decoration:none}.back:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.fine{color:var(--soft);font-size:.8125rem;margin-top:1.5rem}`;

const script = `
const form=document.querySelector("form"),note=document.querySelector(".note"),pay=document.querySelector(".pay"),leave=document.querySelector(".leave"),back=document.querySelector(".back");
const say=(text,kind)=>{note.textContent=text;note.className="note "+(kind||"")};
const lock=on=>{pay.disabled=on;leave.disabled=on};
async function send(outcome){
  lock(true);say(outcome==="cancel"?"Returning to checkout\\u2026":"Contacting the bank\\u2026");
  try{
    const answer=await fetch(form.action,{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({outcome})});
    const result=await answer.json();
    if(answer.status===409){say("This payment page has closed. Go back to your order to see its status.","bad");back.hidden=false;back.focus();return}
    if(!answer.ok){throw new Error(result.message)}
    if(result.redirectUrl===null){lock(false);say("Your card was declined. Choose another card and try again.","bad");return}
    say("Payment complete. Taking you back\\u2026","good");location.assign(result.redirectUrl);
  }catch(error){lock(false);say("That didn't go through. You weren't charged, so try again.","bad")}
}
form.addEventListener("submit",event=>{
  event.preventDefault();
  const card=new FormData(form).get("card");
  if(card==="confirm"&&!confirm("Your bank wants to confirm it's you. Continue?")){say("Your bank couldn't confirm it's you. You weren't charged.","bad");return}
  void send(card==="confirm"?"approve":card);
});
leave.addEventListener("click",()=>void send("cancel"));`;

// Render whole elements: their content must match the policy's hashes, without a single extra space.
const styleElement = new Html(`<style>${style}</style>`);
const scriptElement = new Html(`<script>${script}</script>`);
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const csp = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const cards = [
  { value: "approve", name: "4242 … 4242", says: "Succeeds" },
  { value: "decline", name: "4000 … 0002", says: "Declined by the bank" },
  { value: "confirm", name: "4000 … 3155", says: "Asks you to confirm, then succeeds" },
  { value: "approve_disputed", name: "4000 … 0259", says: "Succeeds, then the bank disputes it" },
  { value: "approve_late", name: "Bank transfer", says: "Succeeds after about 20 seconds" },
];

/** Text for a page with nothing left to choose. */
const closed: Record<SandboxSession["status"], string> = {
  open: "",
  approved: "This has already been paid.",
  processing: "Your bank transfer is on its way.",
  declined: "Your bank declined the payment. You weren't charged.",
  canceled: "You left this payment page. You weren't charged.",
  expired: "This payment page has expired. You weren't charged.",
};

/**
 * The sandbox's page, deliberately plain and unlike the brand, so that buyers see that another company takes the money.
 */
function sandboxPage(session: SandboxSession): { html: string; csp: string } {
  const body =
    session.status === "open"
      ? html`<form action="/api/payments/sandbox/${session.ref}/complete">
          <fieldset>
            <legend>Test card</legend>
            ${cards.map(
              (card, index) =>
                html`<label><input type="radio" name="card" value="${card.value}" ${index === 0 && new Html("checked")} />
                  <span><b>${card.name}</b><small>${card.says}</small></span></label>`,
            )}
          </fieldset>
          <button class="pay">Pay ${formatMoney(session.amountCents, session.currency)}</button>
          <button class="leave" type="button">Cancel and go back</button>
          <p class="note" role="status" aria-live="polite"></p>
          <a class="back" href="${session.cancelUrl}" hidden>Back to your order</a>
        </form>`
      : html`<p class="note">${closed[session.status]}</p>
          <a class="back" href="${session.returnUrl}">Back to your order</a>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Pay ${session.merchant} | Payment sandbox</title>
        ${styleElement}
      </head>
      <body>
        <header class="banner">Payment sandbox: no real money is charged</header>
        <main>
          <p class="to">Pay ${session.merchant}</p>
          <h1 class="amount">${formatMoney(session.amountCents, session.currency)}</h1>
          <p class="what">${session.description}</p>
          ${body}
          <p class="fine">This built-in sandbox stands in for a card processor. It keeps its own records and reports to the site through signed webhooks.</p>
        </main>
        ${session.status === "open" && scriptElement}
      </body>
    </html>`;
  return { html: page.text, csp };
}

const merchant = "Savage Gentlemen";

/** The sandbox's hosted-style page and the choices that it posts. */
export function sandboxRoutes(context: RouteContext, sandbox: Sandbox): void {
  route(context, getSandboxSession, async ({ params, request, reply }) => {
    const entry = requireFound(await sandbox.findEntry(params.ref));
    const session = shownAs(SandboxSession)({ ...entry, merchant });
    if (!(request.headers.accept ?? "").includes("text/html")) return session;
    const page = sandboxPage(session);
    reply.header("content-security-policy", page.csp);
    reply.header("referrer-policy", "no-referrer");
    return new PreparedReply(page.html, 200, "text/html; charset=utf-8");
  });

  route(context, completeSandboxSession, async ({ params, body }) => {
    const entry = await sandbox.complete(params.ref, body.outcome);
    const redirectUrl = {
      approve: entry.returnUrl,
      approve_late: entry.returnUrl,
      approve_disputed: entry.returnUrl,
      cancel: entry.cancelUrl,
      decline: null,
    };
    return { status: body.outcome === "decline" ? "declined" : entry.status, redirectUrl: redirectUrl[body.outcome] };
  });
}
