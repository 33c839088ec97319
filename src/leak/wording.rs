//! The ways in which people say that code is to be changed, that nothing else is, and that something is only looked at: patterns for `phrase`, with points. Words
//! only; what they add up to is for `prescribe`.

/// Ways to say that something goes.
pub const GOES: &[(&str, usize)] = &[
    ("^delete|remove|erase|strike|omit|chop|scrap|eliminate|kill|discard|shorten|trim|prune|backspace|unwrap|undo", 4),
    ("^cut|take|rub|throw|cross|strip|knock|lift|pull|wipe|clip|snip ..5 out|away|off", 4),
    ("^leave ..5 out|away|off", 4),
    ("^drop|lose ..3 @code|it|them|that|this|both", 4),
    ("get|getting|be rid of", 4),
    ("^comment ..4 out", 3),
    ("must|should|can|has|have ..1 die|perish", 4),
    ("typed|pressed|wrote ..4 too often|many|much", 4),
    ("^press|hit|tap|use ..2 backspace|delete|del", 4),
    ("has|have|needs|need|ought to go|disappear|vanish", 4),
    ("must|should|can|may|could go|disappear|vanish", 4),
    ("@noun is|are ..2 too many|much|long", 4),
    ("@noun too many|much|long|far", 4),
    ("superfluous|redundant|surplus|unwanted|unneeded|pointless", 3),
    ("is|are no longer wanted|needed", 3),
    ("@code|it|one|ones does|do not belong", 3),
    ("doesn't belong", 3),
    ("has|have no business", 4),
    ("not be there|here", 4),
    ("be|gets|get deleted|removed|erased|struck|omitted|dropped|cut|thrown|shortened|killed", 4),
    ("with|once|if|when ..4 deleted|removed|erased|struck|omitted|dropped|gone", 4),
    ("by|try|means|consider deleting|removing|erasing|striking|omitting|dropping|cutting", 4),
    ("without|minus that|this|the|its ..1 line|word|character|sign|mark|keyword|statement|call", 3),
    ("without|minus that|this|the|its ..1 line|statement|call ..6 right|fine|good|correct|works|passes|green", 4),
    ("if ..1 only ..4 were|was|stood|remained|stayed", 4),
    ("^keep only|just|the", 3),
    ("loses|drops|sheds ..3 @code", 4),
    ("let|letting go of", 4),
    ("imagine|picture|think ..6 without|away", 4),
    ("had|were|was never been|typed|written|there", 4),
    ("culprit|offender|intruder is|are ..4 @noun", 3),
    ("^reduce|decrease|lower|raise|increase ..5 by", 4),
    ("nothing in|at|on|behind|before|between|after|there ..2 place|spot|there|@code", 4),
    ("with|once|if the|that place|spot|room is|were|was|left|stays empty|blank|free", 4),
    ("would ..4 if it|they|the|your ..4 stopped|ended|lacked|lost", 4),
];
/// Ways to say that one thing comes for another, or two for each other.
pub const EXCHANGED: &[(&str, usize)] = &[
    ("^replace|exchange|swap|substitute|switch|trade|interchange|flip|reverse|rename|invert|rewrite|correct|rearrange", 4),
    ("change|trade|swap|exchange|changed|traded|swapped places|seats|sides", 4),
    ("in ..1 place of", 3),
    ("in its|their|the|that place|stead", 3),
    ("in|into|to the|that place|spot where|that ..6 stands|stood|sits|has|had|holds|occupies", 4),
    ("instead of", 2),
    ("rather than", 2),
    ("^change|turn|make|transform|convert|spell|extend|shift ..6 to|into|from", 4),
    ("^change|turn ..6 round|around", 4),
    ("^change|alter|adjust|widen|narrow|tighten|loosen|raise|lower|increase|decrease ..3 @code|it|them", 3),
    ("be|gets|get replaced|exchanged|swapped|substituted|switched|reversed|turned|changed", 4),
    ("with|once|if|when ..4 replaced|exchanged|swapped|switched|reversed", 4),
    ("by|try|means|consider replacing|exchanging|swapping|switching|reversing|changing|turning", 4),
    ("becomes|become ..3 @sign|<own>", 3),
    ("makes|make|gives|give way for|to", 4),
    ("take|takes over from", 4),
    ("take|takes the place of", 4),
    ("in lieu of", 3),
    ("trade|swap|change|exchange roles|parts|hands", 4),
    ("my|our|mine version|solution|line|one ..6 has|reads|says|is|contains", 3),
    ("<new> is|are what ..4 want|wants|need|needs|lack|lacks|belong|belongs|goes|missing", 3),
    ("<new> is|are meant", 3),
    ("@code|it would do", 3),
    ("^let <own>|your|both|each|its|their|it|them|the", 3),
    ("^have <own>|<new>|it|the|your ..4 do|take|call|come|stand|be", 3),
    ("the other way round|around", 2),
    ("upside down", 3),
    ("^turn|put|stand|write ..4 upside down|on", 4),
    ("^turn|put|stand|write|sort|order ..4 the other way|end", 4),
    ("^write|put|use ..6 where <own>|it|that|the|your ..4 stands|stood|is|sits|was|now", 4),
    ("^return|hand|give|use|call|pass|push|compare ..5 and|, not the|that|your|its|<own>", 4),
    ("^make ..4 one|both|it|the ..3 smaller|larger|less|shorter|longer|exclusive|inclusive|mutable", 3),
    ("^have|let|make ..3 @code ..4 @code", 2),
];
/// Ways to say that something comes in.
pub const COMES: &[(&str, usize)] = &[
    ("^insert|append|prepend|prefix|paste|glue|attach|wrap|surround|enclose|squeeze|tuck|slip|hang|precede", 4),
    ("^put|place|write|type|add|set|stick|give|spell|leave|hand ..9 @sign|it|them|@noun", 3),
    (
        "^put|place|wrap|set|store|send|hand|pass|feed|build|declare|call|subtract|multiply|divide|return|assign|dereference|mark ..8 <own>",
        3,
    ),
    (
        "^store|send|hand|pass|feed|build|declare|call|subtract|multiply|divide|return|assign|dereference|free|initialise|initialize ..8 @noun|it|them",
        3,
    ),
    ("^mark ..4 as|mutable|with", 3),
    ("^put|place|wrap|set ..6 around|round|in|into|inside|between|before|behind", 3),
    ("^finish|end|close|start|begin|stop ..5 with|one|earlier|later", 3),
    ("^spell ..2 out", 3),
    ("cursor ..3 stand|stands|goes|go|belongs|sits|sit|set|put|placed", 4),
    ("one|single|two keystroke|keystrokes|keypress|key|character|sign|word ..1 away|short", 3),
    ("^use ..8 where|there|here", 3),
    ("^write|put|store|copy|assign ..5 back", 3),
    ("when|where|but you should|must|ought|want", 3),
    ("goes|go|comes|come|belongs|belong ..2 before|behind|after|in|into|between|above|below|there|here|around|at|on|inside", 3),
    ("here|there|front|place|it|them|parentheses|brackets|line belongs|goes|comes|belong", 3),
    ("belongs|belong a|an|one|the|two", 3),
    ("is|are|am missing|lacking ..3 @sign|keyword|word|character", 3),
    ("lacks|lack|forgot|forgotten ..3 @sign|keyword|word|character", 3),
    ("@sign|keyword|word|character|it|one|assignment|line|call is|are missing|lacking|absent|due|wanted", 3),
    ("what|all|thing is|you missing|lacking|absent|lack", 3),
    ("is|are absent", 3),
    ("wants|needs|want|need|gets|get|takes|deserves|requires|get ..5 @sign|keyword|treatment|same", 3),
    ("wants|needs|want|need|gets|get ..6 glued|put|added|wrapped|inserted|attached|prefixed|hung|set|converted", 4),
    ("@own|it|they|one|ones ..3 should|must|to be|read|say|become|begin|start|end|follow|get|carry|wait|look|hold|use|take|come|call", 3),
    ("there|it should|must|ought|has ..2 be|stand|come", 3),
    ("@sign ..4 must|should|ought ..1 stand|come|go|sit", 4),
    ("where|there it|<own>|that|the|your ..3 stands|stood|is|sits ..2 should|must|ought|belongs|goes|comes", 4),
    ("it is ..1 <new> that|which", 3),
    ("what ..3 needs|wants|lacks ..4 is|are", 3),
    ("room|space for one|a|an|two ..2 @noun", 3),
    ("is|are|one|two short of|one", 3),
    ("fits|fit ..2 where|there|here|in|between|behind|before", 3),
    ("be|gets|get inserted|added|put|written|placed|wrapped|appended|glued|attached|pasted|prefixed|enclosed|set|stored", 3),
    ("by|try|means|consider inserting|adding|putting|writing|placing|wrapping|appending|gluing|pasting|prefixing", 3),
    ("if|suppose ..6 stood|came|sat|began|ended|started|were|had ..4 in|before|behind|at|after|between|above|below|with|around", 4),
    ("gets|get|receives|takes the|a|its ..1 value|name|colon|dot|star", 3),
    ("field|variable|local|binding|counter <own>|<new> ..3 gets|receives|takes|becomes ..2 value of|zero|true|false", 4),
    ("field|variable|local|binding|counter <own>|<new> ..3 gets|receives|takes|becomes ..1 zero|true|false|<own>|<new>|@number", 4),
    (
        "one|a|two|another line|lines|statement|statements|step is|are missing|lacking|absent ..2 above|below|before|behind|after|between|at|in",
        4,
    ),
    ("^make|create|construct|build|form a|an|one|another ..2 <new>|<own>|@noun ..3 whose|with|from|of|where", 3),
    ("one|two|a|an|another more @code", 2),
    ("one|two|three line|lines|statement|statements more|extra", 3),
    ("fill ..3 gap|gaps|hole|holes|blank|blanks", 3),
    ("@sign at|in|on its|the|their head|tail|front|end|left|right", 3),
    ("a|an|one|another ..3 @sign ..3 before|behind|after|between|around|above|below|in|right|directly|on ..4 @code|its|it", 3),
    ("two|three lines|statements at|above|below|before|behind|after|between|in|of", 3),
    ("a|an|one statement|assignment|check|test|comparison|call at|above|below|before|behind|after|between|on", 3),
    ("a|one line that|which", 3),
    ("one|two|three|four|five|six|a ..2 letter|letters|character|characters|keystrokes|word|keyword between|before|behind|after|in", 3),
    ("it|which|they stands|sits|stand before|behind|after|between|left|right|in ..3 @code", 3),
    ("with <own> ..4 before|behind|after|first|last", 3),
    ("<new> around|before|behind|after|above|below|between ..5 @code|it", 3),
    ("what|all you|your|the ..3 want|wants|need|needs|lack", 3),
];
/// Ways to say that something goes elsewhere.
pub const MOVED: &[(&str, usize)] = &[
    ("^move|shift|carry|drag|relocate|bring|pull|hoist|lower|raise|postpone|delay ..6 @code|it|them|that|one|both", 4),
    ("moves|move|shifts|wanders|travels|slides ..3 up|down|below|above|before|behind|into|out", 4),
    ("be|gets|get moved|shifted|pulled|carried|postponed", 4),
    ("by|try|means|consider moving|shifting|pulling", 4),
    ("^play|put|run|arrange|write|sort|place|bring ..5 in ..1 order", 4),
    ("in|the order @number , @number", 4),
    ("must|should|to be|come|go|stand|happen|run|wait|follow|be ..1 last|first|before|after|behind|below|above|later|earlier|until", 3),
    ("one|a|two line|lines|place|places|step|statement up|down|earlier|later|higher|lower|further", 3),
    ("belongs|belong directly|right|just|immediately ..1 above|below|before|behind|after ..4 <own>", 4),
    ("too far to the right|left", 2),
    ("too high|low|early|late|far up|down", 2),
    ("if|with ..5 stood|came|were ..1 before|after|below|above|behind|first|last", 4),
];
/// Ways to speak of what is not so yet: with code and a place for it that is an order too.
pub const IRREAL: &[(&str, usize)] = &[
    ("should|must|ought|needs|need|wants|want|would|could|were|due|owing|owed|required|necessary|waiting|lacks|lack|absent|lacking", 2),
    ("called|asking|crying|waiting for", 2),
    ("is|are|has|have to", 2),
];
/// What somebody would have done who is then told to do it.
pub const WISHED: &[(&str, usize)] = &[(
    "you|we|one wrote|put|added|inserted|typed|swapped|exchanged|replaced|removed|deleted|moved|took|left|changed|had|used|set ..9 @code|it|them",
    4,
)];
/// Who goes on like this after a question meant it as an order.
pub const DO_IT: &[&str] =
    &["^do|make|try|write|type it|that|this|so|precisely|exactly|just|both", "^do|try|write the same|very", "^go ahead"];
/// It says that what was not named may stay, or that all will be well.
pub const REST: &[&str] = &[
    "nothing|no|none else|more|further",
    "no ..1 line|lines|change|changes|touch|character|word",
    "change|touch|alter|need|needs nothing|no",
    "the rest|remainder|others ..7 stay|stays|right|fine|good|correct|ok|alone|is|compiles",
    "everything|all|anything else",
    "not a single other",
    "more is|are not|hardly necessary|needed|required",
    "is|are ..1 in order",
    "are|is fine|right|good ..1 where|there",
    "can|may keep",
    "every|each|all|any other|others ..8 stay|stays|right|fine|good|correct|should|is|are|does|do|change",
    "the other ..5 right|fine|good|correct|stay|stays|should|already|innocent",
    "leave ..6 alone|untouched|standing",
    "as they|it are|is|should|ought",
    "can|may|could stay|stand|remain",
    "is|are ..2 right|fine|good|correct|sound|perfect",
    "whole|only|entire|complete|full repair|fix|change|edit|cure|remedy|difference|correction",
    "that|this is|was all|it|everything",
    "is all it|that|you|there",
    "all|both ..5 go|goes through|green|by",
    "tests|test|suite|run|both|all|compiler|sanitizer|leaksanitizer|asan ..6 will|would|is|has ..3 pass|green|succeed|through|quiet|content|happy|silent|satisfied|nothing",
    "and|then ..3 tests|test|both|all ..6 pass|passes|green|through|content",
    "all is|are well",
    "cure|cures|solve|solves|fix|fixes|mend|mends|settles|settle|repairs|heals|does|do ..1 it|that|this|trick",
    "function|body|code|method|loop|rest is|are ..1 finished|complete|done|correct|good",
    "apart|aside from",
    "that|this|it|one|character|word|sign is|are|does enough",
    "no harm",
    "and ..5 will|would ..1 go|stop|run|work|be|compile|pass",
    "already there|right|correct|fine|good",
    "there|right|correct|fine|good already",
    "only ..3 @noun ..2 wrong|off|amiss|missing|differs",
];
/// It says so beyond doubt: what is named is all that there is to do.
pub const SETTLES: &[&str] = &[
    "nothing else",
    "no other ..2 line|change",
    "the rest ..6 can|may|stay|stays",
    "apart|aside from",
    "that is the whole|only|entire repair|fix|change",
    "^change|exchange|replace|touch only",
    "leave your|the ..6 alone|untouched|line|lines|one",
    "@own ..4 stay|stays|remain|remains as it|they is|are",
];
/// Who does one of these changes nothing for good, whatever else the phrase says.
pub const LOOKS: &[&str] = &[
    "paper|pencil|finger|notebook|pen|whiteboard|margin|scratch|debugger|breakpoint|terminal",
    "by hand",
    "^draw|sketch",
    "for a moment|minute|second",
    "just|only to see|look|find",
    "temporarily",
    "and|then ..3 undo|revert|restore",
    "print|prints|printed|printing|log|logs|assertion",
    "<probe>",
    "compiler|rustc|gcc|clang proposes|suggests|offers|recommends|advises",
    "nothing yet",
    "on the drawing|picture|page",
    "in your own words",
    "program that",
    "two columns",
    "aloud|loud",
    "as a|an exercise|experiment|trial",
];
/// Who begins a clause with one of these looks, in that clause.
pub const LOOKING: &[&str] = &[
    "^write|note|jot|set|put ..8 down",
    "^underline|tick|circle|number|count|read|compare|look|say|ask|think|open|find|follow|trace|check|see|run|step|walk|explain",
    "^go|turn through|along|back|down|over|on|to",
    "^put|take|plug|feed|insert @number for|into|in",
    "^put|take|plug|feed|insert ..2 number|numbers|value|values|pair|pairs|word|input|inputs",
    "^let the|your compiler|debugger|test|tests|program|machine|editor|sanitizer",
    "^let it|<own>|<new> run|be",
    "^mark the|each|every turn|line|place|spot|statement|moment",
    "^mark|write|put ..3 under|above|below the first|second|third|last",
    "^write ..9 in|into a|one row|column|table",
    "^write|put ..3 under|beside|next|tick|cross|ticks|crosses|type|types|value|values|level|unit",
    "^write|put its|their|the|each|every sign",
    "^write only|just",
    "^change one|only thing|what",
    "^put|set|add ..3 tick|cross|test|watch|watches|box",
    "^try with|it",
    "before you",
    "line by line",
    "through your|the code|function|lines|loop",
    "^lay|hold|place|put ..9 beside|next",
    "^list|lay",
    "<new> should|must",
    "should|must|to be true|false|equal|safe|valid|different|able|known|clear|certain|sure",
    "<own> should be|stay|give|answer @number",
];
/// What a run was to give, and what it gave: only both together are a report.
pub const EXPECTED: &str = "expects|expected|wants|wanted";
pub const GOT: &str = "gets|got|receives|received|finds|found|sees|saw";
/// Who asks like this has answered.
pub const SUGGESTS: &[&str] = &[
    "what|happen|happens|happened if",
    "why not|don't",
    "how|what about",
    "what would|do|does|will ..6 if",
    "would|could|might|should it|that|this ..4 if",
    "shouldn't|couldn't|wouldn't|isn't|doesn't",
    "have you tried",
    "^can|could|would|will|won't you|we|one",
    "^should|must|shall ..8 not|go|be|become",
    "do|did you see|notice|agree that",
];
/// Something in the code that can be only one thing.
pub const FIRM: &[&str] = &[
    "the|that|this|these|those|your|its|their|both|each|every|two|three|first|second|third|fourth|last|final|upper|lower|left|right|inner|outer|bare ..3 @noun",
    "the upper|lower|first|second|third|last|other|left|right|inner|outer one|ones|two|half",
    "line|statement @number",
    "what stands|is|comes left|right|between|before|behind|after",
];
/// What was named before.
pub const MEANT: &[&str] = &["it", "its", "them", "both", "that|this one", "the second|first|third|last|other", "they", "these|those"];
/// Something that a picture may stand for.
pub const LOOSE: &[&str] = &["@noun", "the two", "it|them", "yours"];
/// A place in the code.
pub const PLACES: &[&str] = &[
    "in front of ..4 @code|it|them|that|name|its",
    "before|behind|after|above|below your|the ..1 first|second|third|last|final one",
    "before|behind|after|above|below|between|around|inside|within|beneath|under|until ..4 @code|it|them|that|both|end",
    "directly|right|immediately|straight|just before|behind|after|above|below|between|in|at",
    "to its|their|the front|left|right|end|back",
    "at its|the|their ..2 end|beginning|start|front|rear|head|tail|spot|top",
    "on its|the|their left|right",
    "left|right of ..2 @code|it",
    "in its|the|their ..1 place",
    "exactly|just there|here",
    "into the gap",
    "in|into|from|as|through|with|by ..3 @code",
];
/// What begins a phrase before a name and is no verb.
pub const NO_VERBS: &str = "in on at of from with without by to into for as after before behind between above below inside within under over through during \
    until till since around beside besides beyond against about like unlike despite per via toward towards across along among near off \
    outside and or but so then if when while because although though unless once where whether that than nor yet whereas both all each \
    every some any no not only even just also still now here there first second third next last finally again already instead perhaps \
    maybe thus therefore however otherwise too is are was were be has have had does do did can could may might will would should must \
    shall what which who whose how why it this these those the a an your its their one two three four five half such same given e.g \
    i.e says said apart except according thanks due up down out back onto upon plus minus expected got else exactly merely simply \
    afterwards later earlier gave returned named";
/// Verbs by which somebody is told to look, think or run.
pub const SAFE_VERBS: &str = "look read reread re revisit see check compare consider think ask say tell explain describe note notice observe watch find search \
    locate point trace follow walk go step play run rerun test try print draw sketch picture imagine suppose assume pretend remember \
    recall mind count number list underline circle tick mark open scroll hover show guess predict decide choose pick work calculate \
    compute verify confirm keep hold feed take start begin stop let make pay focus concentrate study review examine inspect spot \
    identify name answer know learn understand do cover uncover translate recite weigh rehearse lay line sort group label colour color \
    highlight summarise summarize paraphrase evaluate simulate execute replay visit skim jot sum rest lean train measure report expect \
    write enjoy repeat share talk speak listen hunt close connect call put set add give use get bring come help wait leave match hide \
    skip";
