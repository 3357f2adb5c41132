import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programOf, type Program } from "./available.ts";
import { createMailboxes } from "./imap-mailboxes.ts";
import { startServerProcess } from "./server-process.ts";
import { serverAt, type TestServer } from "./test-server.ts";
import { type LocalAccount, unprivilegedAccount } from "./unprivileged.ts";

const DOMAIN = "example.org";
const ADMIN = { user: "cyrus", password: "cyrus-admin" };
const ADA = { user: "ada", password: "cyrus-ada" };
const GRACE = { user: "grace", password: "cyrus-grace" };
const READY_MS = 60_000;

/**
 * Cyrus with scheduling on and two accounts: what one of them plans with the other arrives there. It runs under an
 * ordinary account, in a folder of its own, and hands mail to a daemon of its own that only logs it. It tells nobody
 * of events that are over.
 */
export async function startCyrus(): Promise<TestServer> {
  const account = unprivilegedAccount();
  let imapSocket = "";
  const { port, stop } = await startServerProcess(
    async ({ port: own, folder }) => {
      const files = await layOut(folder, own, account);
      imapSocket = files.imapSocket;
      for (const user of [ADMIN, ADA, GRACE]) await addUser(files.passwords, user, account);
      return [installed("master"), "-C", files.imapdConf, "-M", files.cyrusConf, "-p", files.pidFile];
    },
    account.ids === undefined ? {} : { ids: account.ids },
  );
  try {
    await createMailboxes(imapSocket, ADMIN, [`user/${ADA.user}`, `user/${GRACE.user}`]);
    const secondUser = serverAt(endpoint(port, GRACE, stop));
    const server = serverAt({ ...endpoint(port, ADA, stop), secondUser });
    await Promise.all([server, secondUser].map(waitForCalendars));
    return server;
  } catch (cause) {
    await stop();
    throw new Error("Cyrus started, but is of no use.", { cause });
  }
}

function endpoint(port: number, { user, password }: typeof ADA, stop: () => Promise<void>) {
  return {
    name: "cyrus" as const,
    url: `http://127.0.0.1:${port}/`,
    user,
    password,
    home: `/dav/calendars/user/${user}/`,
    address: `mailto:${user}@${DOMAIN}`,
    stop,
  };
}

function installed(program: Program): string {
  const file = programOf(program);
  if (file === undefined) throw new Error(`Cyrus is not installed: there is no ${program}.`);
  return file;
}

type Files = {
  imapdConf: string;
  cyrusConf: string;
  pidFile: string;
  passwords: string;
  imapSocket: string;
};

/** The folders that Cyrus expects, and its two files. */
async function layOut(folder: string, port: number, account: LocalAccount): Promise<Files> {
  const inside = (...path: string[]): string => join(folder, ...path);
  const state = ["db", "proc", "lock", "socket", "log", "msg", "quota", "user"].map((name) =>
    inside("conf", name),
  );
  const files = {
    imapdConf: inside("imapd.conf"),
    cyrusConf: inside("cyrus.conf"),
    pidFile: inside("master.pid"),
    passwords: inside("sasldb2"),
    imapSocket: inside("conf", "socket", "imap"),
  };
  const folders = [inside("conf"), inside("mail"), ...state];
  for (const path of folders) await mkdir(path);
  await writeFile(files.imapdConf, imapdConf(folder, account));
  await writeFile(files.cyrusConf, cyrusConf(folder, port, files));
  const { ids } = account;
  if (ids !== undefined) for (const path of [folder, ...folders]) await chown(path, ids.uid, ids.gid);
  return files;
}

function imapdConf(folder: string, account: LocalAccount): string {
  return `configdirectory: ${folder}/conf
defaultpartition: default
partition-default: ${folder}/mail
proc_path: ${folder}/conf/proc
mboxname_lockpath: ${folder}/conf/lock
notifysocket: ${folder}/conf/socket/notify
idlesocket: ${folder}/conf/socket/idle
lmtpsocket: ${folder}/conf/socket/lmtp
servername: ${DOMAIN}
admins: ${ADMIN.user}
cyrus_user: ${account.name}
unixhierarchysep: yes
altnamespace: yes
virtdomains: off
allowplaintext: yes
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${folder}/sasldb2
sasl_mech_list: PLAIN
httpmodules: caldav
calendar_user_address_set: ${DOMAIN}
caldav_allowscheduling: on
caldav_create_default: yes
caldav_create_sched: yes
imip_notifier: log
`;
}

function cyrusConf(folder: string, port: number, { imapdConf: conf, imapSocket }: Files): string {
  return `START {
  recover cmd="${installed("ctl_cyrusdb")} -C ${conf} -r"
}
SERVICES {
  http cmd="${installed("httpd")} -C ${conf}" listen="127.0.0.1:${port}" prefork=1
  imap cmd="${installed("imapd")} -C ${conf}" listen="${imapSocket}" prefork=0
  notify cmd="${installed("notifyd")} -C ${conf}" listen="${folder}/conf/socket/notify" proto="udp" prefork=1
}
EVENTS { }
`;
}

async function addUser(passwords: string, { user, password }: typeof ADA, { ids }: LocalAccount) {
  const child = spawn(installed("saslpasswd2"), ["-p", "-c", "-f", passwords, "-u", DOMAIN, user], {
    stdio: ["pipe", "ignore", "pipe"],
    ...ids,
  });
  const said: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  child.stdin.end(password);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`saslpasswd2 made no account: ${Buffer.concat(said).toString("utf8")}`);
}

/** The collections of an account appear a moment after its mailbox; until then every request gets a 500. */
async function waitForCalendars(server: TestServer): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const home = new URL("..", server.calendarUrl("Default")).href;
    const answer = await server.request("PROPFIND", home, { headers: { depth: "1" } });
    if (answer.status === 207) return;
    if (performance.now() > deadline) throw new Error(`its calendars answer ${answer.status}`);
  }
}
