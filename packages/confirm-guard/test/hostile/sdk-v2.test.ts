import { SDK_V2_STAGES } from "./stages.ts";
import { wall } from "./wall.ts";

wall(SDK_V2_STAGES);
