/**
 * For tests of guarded servers: a person who answers from a script, real clients, and a client that sends anything.
 *
 * @module confirm-guard/testing
 */
export { assertGuarded, type GuardedReport, type GuardedServer } from "./assert-guarded.ts";
export { type Channel } from "./channel.ts";
export { type CallOptions, type ListedTool, type SdkClient } from "./clients.ts";
export { type Exit, type ServerProcess } from "./child.ts";
export { connect, type Connection, type ConnectOptions } from "./connect.ts";
export { KitError, type KitErrorCode, NotGuardedError } from "./errors.ts";
export { type GuardedExample } from "./guarded-example.ts";
export { type JsonRpcError, type JsonRpcMessage } from "./json-rpc.ts";
export {
  type NamedAnswer,
  type PersonOptions,
  scriptedPerson,
  type ScriptedAnswer,
  type ScriptedPerson,
  type SeenQuestion,
} from "./person.ts";
export { connectRaw, type RawCall, type RawConnection, type RawOptions } from "./raw.ts";
export { type RawIncoming, type RawResponse } from "./raw-inbox.ts";
export { outcomeOf, textOf, type ReceivedResult } from "./result.ts";
export {
  type ConnectableServer,
  type Era,
  type FactoryTarget,
  type HttpTarget,
  type StdioTarget,
  type Target,
} from "./target.ts";
export { type WireEntry } from "./wire.ts";
