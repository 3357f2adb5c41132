import { SDK_V1_STAGES } from "./stages.ts";
import { wall } from "./wall.ts";

wall(SDK_V1_STAGES);
