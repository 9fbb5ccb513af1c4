// The texts of the pages about a game that was played. The page loads them with these pages.

import { speaker } from "../i18n";
import de from "./texts/de.json";
import en from "./texts/en.json";
import fr from "./texts/fr.json";

export type WhatIfKey = keyof typeof en;

export const tw = speaker<WhatIfKey>({ en, fr, de });
