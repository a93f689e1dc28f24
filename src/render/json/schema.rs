//! The JSON Schema of each shape, made from the structs that write it: their comments are its
//! descriptions.
//!
//! It must not know values.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::plan::{Data, Shape, data_file};
use crate::render::views::Scene;

use super::{badge, clients, graph, index, matrix, notes, sources, terms};

/// Returns the schema of a shape, which names itself by its address.
pub fn schema(scene: &Scene, shape: Shape) -> Value {
    let mut schema = match shape {
        Shape::Index => of::<index::Index>(),
        Shape::Notes => of::<notes::Notes>(),
        Shape::Note => of::<notes::NotePage>(),
        Shape::Clients => of::<clients::Clients>(),
        Shape::Client => of::<clients::ClientPage>(),
        Shape::Capabilities => of::<terms::Capabilities>(),
        Shape::Revisions => of::<terms::Revisions>(),
        Shape::Matrix => of::<matrix::Matrix>(),
        Shape::Sources => of::<sources::Sources>(),
        Shape::Graph => of::<graph::Graph>(),
        Shape::Badge => of::<badge::Badge>(),
    };
    let base = &scene.site.base;
    let href = base.file_href(&data_file(scene, Data::Schema(shape)));
    schema.insert("$id".to_owned(), base.absolute(&href).unwrap_or(href).into());
    schema.into()
}

fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_null).transform(&mut schema);
    schema
}

/// Takes `null` out of what a value may be: a field that is absent is left out, so it is never null.
fn without_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| !is_null(choice));
        if let [Value::Object(only)] = choices.as_slice() {
            let only: Map<String, Value> = only.clone();
            object.remove("anyOf");
            object.extend(only);
        }
    }
}
